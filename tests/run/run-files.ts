import type { FileTime } from './file-times.ts'
import type { Pass } from './passes.ts'
import type { RunChildOptions } from './run-child.ts'
import { type RunPass, runPass } from './run-pass.ts'
import type { PartResult } from './run-suite.ts'
import type { Spent } from './spent.ts'
import { suiteOf } from './suite-files.ts'
import { suites } from './suites.ts'

const ofNone = 'no suite'

/** The times by suite, in the order of the table of suites. */
const bySuite = (times: readonly FileTime[]): readonly Spent[] => {
  const files = Map.groupBy(times, ({ file }) => suiteOf(file)?.name ?? ofNone)
  return [...suites.map(({ name }) => name), ofNone].flatMap((suite) => {
    const its = files.get(suite)
    return its === undefined ? [] : [{ suite, files: its }]
  })
}

/** Runs test files of any suites in one pass. */
export const runFiles = async (
  pass: Pass,
  child: RunChildOptions,
  run: RunPass = runPass,
): Promise<PartResult> => {
  const { code, times } = await run(pass, child)
  return { code, spent: bySuite(times) }
}
