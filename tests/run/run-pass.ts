import { readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { batchEntries } from './batch-entries.ts'
import { batchesOf, isTestFile } from './batches.ts'
import type { FileTime } from './file-times.ts'
import type { Pass } from './passes.ts'
import { type RunChildOptions, runChild } from './run-child.ts'

/** The time limit of one test, generous for busy machines. */
const testWithinMs = 600_000

const ownImports = fileURLToPath(new URL('../../apps/cloud/src/own-imports.ts', import.meta.url))
const fileTimesReporter = fileURLToPath(new URL('./file-times.ts', import.meta.url))

export interface PassResult {
  readonly code: number
  readonly times: readonly FileTime[]
}

const timesIn = async (path: string, root: string): Promise<readonly FileTime[]> => {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const time: FileTime = JSON.parse(line)
    return { ...time, file: relative(root, time.file) }
  })
}

/** Runs a pass. */
export type RunPass = (pass: Pass, child: RunChildOptions) => Promise<PassResult>

/** Adds the files without a result as failed: their process has ended before it came to them. */
const heardOfAll = (files: readonly string[], cwd: string, { code, times }: PassResult): PassResult => {
  const told = new Set(times.map(({ file }) => resolve(cwd, file)))
  const silent = files.filter((file) => isTestFile(file) && !told.has(resolve(cwd, file)))
  for (const file of silent) process.stdout.write(`No result of ${file}: its process ended early\n`)
  const lost = silent.map((file): FileTime => ({ file, ms: 0, tests: 0, passed: false }))
  return { code: code === 0 && lost.length > 0 ? 1 : code, times: [...times, ...lost] }
}

/** Runs the files of a pass in parallel processes, and shows the output of the test runner. */
export const runPass: RunPass = async ({ files, environment, watch, atOnce, together }, child) => {
  // Without file names the test runner would search for test files itself.
  if (files.length === 0) return { code: 0, times: [] }
  await using directory = await temporaryDirectory()
  const times = join(directory.path, 'times')
  const words = [
    `--import=${ownImports}`,
    ...['--test', `--test-concurrency=${atOnce}`, `--test-timeout=${testWithinMs}`],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${fileTimesReporter}`, `--test-reporter-destination=${times}`],
    ...(watch ? ['--watch'] : []),
  ]
  const started = together ? await batchEntries(batchesOf(files), directory.path) : files
  const code = await runChild(process.execPath, [...words, ...started], {
    ...child,
    environment: { ...child.environment, ...environment },
  })
  return heardOfAll(files, child.cwd, { code, times: await timesIn(times, child.cwd) })
}
