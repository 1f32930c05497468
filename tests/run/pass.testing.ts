import { passOver } from './passes.ts'
import { runPass } from './run-pass.ts'

/** Runs test files of a directory as one pass, and prints the result in the last line as JSON. */
const [cwd = '', ...files] = process.argv.slice(2)
const result = await runPass(passOver(files), { cwd, stopped: new AbortController().signal })
process.stdout.write(`\n${JSON.stringify(result)}\n`)
