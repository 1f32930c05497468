import { type Call, goldenCalls } from '@nimbo/db/golden-sql.testing'
import type { Kysely } from 'kysely'
import type { Attribute } from '../describe/attribute.ts'
import type { Kind } from '../describe/kind.ts'
import type { Repository } from './repository.ts'

const sampleOf = ({ type }: Attribute): unknown =>
  ({ boolean: true, integer: 1, json: [], text: 'x' })[type.column]

const samplesOf = ({ attributes }: Kind): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, each]) => (each.apart ? [] : [[name, sampleOf(each)]])),
  )

/** A call of each repository method, with every attribute of the kind. */
const callsOf = <Tables>(
  of: Repository<Kind, Kysely<Tables>>,
): Readonly<Record<string, Call<Kysely<Tables>>>> => {
  const values = samplesOf(of.kind)
  const changes = Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'id'))
  return {
    // For found rows, attributes in separate tables are read too.
    'list, all': { finds: [{ id: 'a' }], run: (db) => of.list(db, 'all') },
    'list, of a project': (db) => of.list(db, { projectId: 'p' }),
    'list, a page after a marker': {
      finds: [{ id: 'a' }],
      run: (db) => of.list(db, 'all', {}, { limit: 10, marker: 'a' }),
    },
    get: (db) => of.get(db, { projectId: 'p' }, 'a'),
    plain: (db) => of.plain(db, 'all', 'a'),
    plainById: (db) => of.plainById(db, 'all', ['a', 'b']),
    insert: (db) => of.insert(db, values),
    update: (db) => of.update(db, 'a', changes, '2026-01-31T12:00:00Z'),
    delete: (db) => of.delete(db, 'a'),
  }
}

/** Compares the SQL of each repository with `sql/<collection>.sql`, as `goldenSql` does for functions. */
export const goldenRepositories = <Tables>(
  url: string,
  repositories: readonly Repository<Kind, Kysely<Tables>>[],
): void => {
  for (const one of repositories)
    goldenCalls(url, one.kind.collection.replaceAll('_', '-'), callsOf<Tables>(one))
}
