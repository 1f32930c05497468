import { suiteOf } from './suite-files.ts'

/** Test files that run in one process: one alone, or several of the same part of the repository. */
export interface Batch {
  readonly name: string
  readonly files: readonly string[]
}

const isLarge = (area: string): boolean => ['apps', 'services', 'tests'].includes(area)

/** One service, one app or one folder of `tests`; of the smaller areas, the whole area. */
const partOf = (file: string): string => {
  const [area = '', name = ''] = file.split('/')
  return isLarge(area) ? `${area}-${name}` : area
}

/** Whether this is the path of a test file, not a pattern. */
export const isTestFile = (file: string): boolean => file.endsWith('.test.ts') && !/[*?[{]/.test(file)

/** The limit lets a batch end well within the time limit of one test, and leaves a core idle only briefly at the end of a run. */
const mostInBatch = (file: string): number => suiteOf(file)?.inOneProcess ?? 1

const mayShare = (file: string): boolean => isTestFile(file) && mostInBatch(file) > 1

/** Divides the files into as few batches as possible, of about the same length. */
const dealt = ([name, files]: readonly [string, readonly string[]]): readonly Batch[] => {
  const count = Math.ceil(files.length / Math.min(...files.map(mostInBatch)))
  if (count === 1) return [{ name, files }]
  return Array.from({ length: count }, (_, batch) => ({
    name: `${name}-${batch + 1}`,
    files: files.filter((_, index) => index % count === batch),
  }))
}

/**
 * The processes for these files, the longest first, so that the last one to end is short. Files that load the same modules and migrate
 * databases with the same schema share a process, since loading and migrating is most of what a small test costs.
 */
export const batchesOf = (files: readonly string[]): readonly Batch[] => {
  const shared = Map.groupBy(files.filter(mayShare), partOf)
  const batches = [...shared].flatMap(dealt)
  const alone = files.filter((file) => !mayShare(file)).map((file): Batch => ({ name: file, files: [file] }))
  return [...batches.sort((one, other) => other.files.length - one.files.length), ...alone]
}
