import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import { type FlowRecord, recordOf } from './flow-record.ts'
import type { FlowTables } from './flow-tables.ts'

/** The flows of a subject, finished or not, newest first. */
export const flowsOf = async <Tables extends FlowTables>(
  db: Kysely<Tables>,
  subject: string,
  limit: number,
): Promise<FlowRecord[]> => {
  const rows = await (db as unknown as Kysely<FlowTables>)
    .selectFrom('flows')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(recordOf)
}

/** The unfinished flow of a name on a subject. */
export const activeFlow = async <Tables extends FlowTables>(
  db: Kysely<Tables>,
  { name, subject }: { readonly name: string; readonly subject: string },
): Promise<FlowRecord | undefined> => {
  const row = await (db as unknown as Kysely<FlowTables>)
    .selectFrom('flows')
    .selectAll()
    .where('name', '=', name)
    .where('active_subject', '=', subject)
    .executeTakeFirst()
  return row && recordOf(row)
}

const active = prepared(
  (
    db: Kysely<FlowTables>,
    { names, subject }: { readonly names: readonly string[]; readonly subject: string },
  ) => db.selectFrom('flows').select('name').where('name', 'in', names).where('active_subject', '=', subject),
)

/** Those of the given names that have an unfinished flow on the subject. */
export const activeNames = async <Tables extends FlowTables>(
  db: Kysely<Tables>,
  names: readonly string[],
  subject: string,
): Promise<ReadonlySet<string>> =>
  new Set((await active(db as unknown as Kysely<FlowTables>, { names, subject })).map(({ name }) => name))

/** Deletes up to `limit` flows that ended before an instant; resolves to their number. */
export const forgetEndedFlows = async <Tables extends FlowTables>(
  db: Kysely<Tables>,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<number> => {
  const flows = db as unknown as Kysely<FlowTables>
  const { numDeletedRows } = await flows
    .deleteFrom('flows')
    .where((eb) =>
      eb(
        'id',
        'in',
        eb
          .selectFrom('flows')
          .select('id')
          .where('wake_at', 'is', null)
          .where('updated_at', '<', before)
          .orderBy('updated_at')
          .orderBy('id')
          .limit(limit),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
