import { fileURLToPath } from 'node:url'

/** The configuration file with the defaults of a cloud of one process, which `nimbo up` runs and `nimbo manage --state-dir` manages. */
export const oneProcess = fileURLToPath(new URL('up/one-process.conf', import.meta.url))
