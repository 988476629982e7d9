/** Entry of a worker thread; bundled to `.build/worker.mjs`. */
export { run as default } from './work'
