import { runWhole } from './run-whole.ts'

/** Runs everything in a directory, and prints the result in the last line as JSON. */
const [cwd = ''] = process.argv.slice(2)
const result = await runWhole({ cwd, stopped: new AbortController().signal })
process.stdout.write(`\n${JSON.stringify(result)}\n`)
