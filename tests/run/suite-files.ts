import { globSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { reachesModule } from './reaches-module.ts'
import { type AgainSuite, type FileSuite, suites } from './suites.ts'

const everyArea = '{apps,bench,drivers,packages,services,tests,tools}/**/*.test.ts'

/** Every test file of the repository, from its root. */
export const allTestFiles = (root: string): readonly string[] =>
  [...globSync(everyArea, { cwd: root, exclude: (name) => name === 'node_modules' })].sort()

/** The suite of a test file; `suite-files.test.ts` checks that every file has one. */
export const suiteOf = (file: string): FileSuite | undefined =>
  suites
    .filter((suite) => suite.kind === 'files')
    .find((suite) => suite.files.some((pattern) => matchesGlob(file, pattern)))

/** The test files of a suite, relative to the root. A file that uses no test database is not run again on PostgreSQL. */
export const filesOf = (suite: FileSuite | AgainSuite, root: string): readonly string[] => {
  if (suite.kind === 'files') return allTestFiles(root).filter((file) => suiteOf(file) === suite)
  const asksForDatabase = reachesModule('@nimbo/testing/test-server')
  return allTestFiles(root)
    .filter((file) => suite.files.some((pattern) => matchesGlob(file, pattern)))
    .filter((file) => asksForDatabase(join(root, file)))
}

/** Those of these files that the whole run takes: all, or the sample of the suite. */
const taken = ({ sample }: FileSuite | AgainSuite, files: readonly string[]): readonly string[] =>
  sample === undefined ? files : files.filter((file) => sample.some((pattern) => matchesGlob(file, pattern)))

/** The test files of the whole run: those of every suite, or its sample. */
export const filesOfWhole = (root: string): readonly string[] =>
  allTestFiles(root).filter((file) => {
    const suite = suiteOf(file)
    return suite === undefined || taken(suite, [file]).length > 0
  })

/** The files that the whole run takes of an `again` suite. */
export const sampleOf = (suite: AgainSuite, root: string): readonly string[] =>
  taken(suite, filesOf(suite, root))
