import { matchesGlob } from 'node:path'
import { sharedServerVariables } from '@nimbo/testkit/shared-servers'

/** One run of the test runner over some files. */
export interface Pass {
  readonly title: string
  readonly files: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const everything = [
  'packages/*/src/**/*.test.ts',
  'drivers/*/src/**/*.test.ts',
  'services/*/{src,test}/**/*.test.ts',
  'apps/*/src/**/*.test.ts',
  'tools/**/*.test.ts',
  'tests/**/*.test.ts',
]

/** Suites that keep something in a database, which is SQLite in the first pass. What is left over is about pure code. */
const onDatabases = [
  'packages/{durable,trace}/src/**/*.test.ts',
  'services/*/test/**/*.test.ts',
  'services/*/src/{audit,cells,db,flows,manage,service,tasks}/**/*.test.ts',
  'apps/cloud/src/manage/**/*.test.ts',
]

const isOnDatabase = (file: string): boolean => onDatabases.some((pattern) => matchesGlob(file, pattern))

/**
 * What `nimbo test` runs: everything, then again on PostgreSQL what speaks to a database; of named files likewise. The
 * suites of `packages/db` and `packages/bus`, the journeys and the conformance tests run on both by themselves.
 */
export const passesFor = (named: readonly string[], hasServers: boolean): readonly Pass[] => {
  const again = named.length === 0 ? onDatabases : named.filter(isOnDatabase)
  const first = { title: 'everything', files: named.length === 0 ? everything : named, environment: {} }
  if (!hasServers || again.length === 0) return [first]
  return [
    first,
    {
      title: 'stories on PostgreSQL',
      files: again,
      environment: { [sharedServerVariables.database]: 'postgresql' },
    },
  ]
}
