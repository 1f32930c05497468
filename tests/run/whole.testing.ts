import { runWhole } from './run-whole.ts'

/** Runs the whole of what is in a directory, and writes in the last line what came of it. */
const [cwd = ''] = process.argv.slice(2)
const result = await runWhole({ cwd, stopped: new AbortController().signal })
process.stdout.write(`\n${JSON.stringify(result)}\n`)
