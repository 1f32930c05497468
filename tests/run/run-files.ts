import type { FileTime } from './file-times.ts'
import { passOver } from './passes.ts'
import type { RunChildOptions } from './run-child.ts'
import { runPass } from './run-pass.ts'
import type { PartResult } from './run-suite.ts'
import type { Spent } from './spent.ts'
import { suiteOf } from './suite-files.ts'

const bySuite = (times: readonly FileTime[]): readonly Spent[] =>
  [...Map.groupBy(times, ({ file }) => suiteOf(file)?.name ?? 'of no suite')].map(([suite, files]) => ({
    suite,
    files,
  }))

/** Runs test files of whatever suites, in one go. */
export const runFiles = async (
  files: readonly string[],
  watch: boolean,
  child: RunChildOptions,
): Promise<PartResult> => {
  const { code, times } = await runPass(passOver(files, watch), child)
  return { code, spent: bySuite(times) }
}
