// @ts-check
// Imported first by every command, so it is written in old syntax: an old Node must be able to read
// it and answer with a sentence instead of a syntax error from somewhere else.
const match = /^(\d+)\.(\d+)/.exec(process.versions.node) || []
const major = Number(match[1])
const minor = Number(match[2])

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Cutpoint needs Node 20.19 or later; this is Node ${process.versions.node}. Install a newer Node and try again.`)
  process.exit(2)
}
