// @ts-check
// `npm start -- [FILE…] [--port N] [--host H]`: from a bare clone to a running server.
import './node-version.mjs'

const { start } = await import('./start-steps.mjs')
await start(process.argv.slice(2))
