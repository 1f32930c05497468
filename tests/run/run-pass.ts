import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '@nimbo/testkit/temporary-directory'
import type { FileTime } from './file-times.ts'
import type { Pass } from './passes.ts'
import { type RunChildOptions, runChild } from './run-child.ts'

/** Of one test, on a machine that does much else. */
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

/** How a pass is run. */
export type RunPass = (pass: Pass, child: RunChildOptions) => Promise<PassResult>

/** Runs the files of a pass, some at once; what the runner says is shown as it comes. */
export const runPass: RunPass = async ({ files, environment, watch, atOnce }, child) => {
  await using directory = await temporaryDirectory()
  const times = join(directory.path, 'times')
  const words = [
    `--import=${ownImports}`,
    ...['--test', `--test-concurrency=${atOnce}`, `--test-timeout=${testWithinMs}`],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${fileTimesReporter}`, `--test-reporter-destination=${times}`],
    ...(watch ? ['--watch'] : []),
  ]
  const code = await runChild(process.execPath, [...words, ...files], {
    ...child,
    environment: { ...child.environment, ...environment },
  })
  return { code, times: await timesIn(times, child.cwd) }
}
