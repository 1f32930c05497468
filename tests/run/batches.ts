import { suiteOf } from './suite-files.ts'

/** Files that are run in one process of the test runner; alone, or with others of the same part of the repository. */
export interface Batch {
  readonly name: string
  readonly files: readonly string[]
}

const isLarge = (area: string): boolean => ['apps', 'services', 'tests'].includes(area)

/** A service, an app or a kind of tests of the whole cloud; of what is small, all of its kind. */
const partOf = (file: string): string => {
  const [area = '', name = ''] = file.split('/')
  return isLarge(area) ? `${area}-${name}` : area
}

/** A test file itself, not a pattern for some. */
export const isTestFile = (file: string): boolean => file.endsWith('.test.ts') && !/[*?[{]/.test(file)

/** So many files end well within the time of one test, and the last process to end leaves the other core idle for a short while only. */
const mostInBatch = (file: string): number => suiteOf(file)?.inOneProcess ?? 1

const mayShare = (file: string): boolean => isTestFile(file) && mostInBatch(file) > 1

/** As few batches as can be, of about the same length. */
const dealt = ([name, files]: readonly [string, readonly string[]]): readonly Batch[] => {
  const count = Math.ceil(files.length / Math.min(...files.map(mostInBatch)))
  if (count === 1) return [{ name, files }]
  return Array.from({ length: count }, (_, batch) => ({
    name: `${name}-${batch + 1}`,
    files: files.filter((_, index) => index % count === batch),
  }))
}

/**
 * The processes for these files, the longest first, so that the last one to end is a short one. What loads the same modules and opens
 * databases of the same schema shares a process, since loading and migrating is most of what a small test costs.
 */
export const batchesOf = (files: readonly string[]): readonly Batch[] => {
  const shared = Map.groupBy(files.filter(mayShare), partOf)
  const batches = [...shared].flatMap(dealt)
  const alone = files.filter((file) => !mayShare(file)).map((file): Batch => ({ name: file, files: [file] }))
  return [...batches.sort((one, other) => other.files.length - one.files.length), ...alone]
}
