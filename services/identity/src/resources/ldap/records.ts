import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { IdentityTables } from '../../db/tables.ts'

type Db = Kysely<IdentityTables>
export type Entity = 'user' | 'group'

/** A user or group on an LDAP server. */
export interface Known {
  readonly domain_id: string
  readonly entity_type: Entity
  readonly local_id: string
}

const most = 10_000

/** The id of an LDAP user or group, computed as in Keystone, so that references to it can be migrated from there. */
export const publicId = ({ domain_id, entity_type, local_id }: Known): string =>
  createHash('sha256').update(domain_id).update(entity_type).update(local_id).digest('hex')

export const knownAs = (db: Db, id: string): Promise<{ domain_id: string; local_id: string } | undefined> =>
  db.selectFrom('id_mapping').select(['domain_id', 'local_id']).where('public_id', '=', id).executeTakeFirst()

export const remember = async (db: Db, known: Known): Promise<void> => {
  await db
    .insertInto('id_mapping')
    .values({ ...known, public_id: publicId(known) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const publicIds = async (db: Db, domainId: string, entity: Entity): Promise<string[]> => {
  const rows = await db
    .selectFrom('id_mapping')
    .select('public_id')
    .where('domain_id', '=', domainId)
    .where('entity_type', '=', entity)
    .orderBy('public_id')
    .limit(most)
    .execute()
  return rows.map(({ public_id }) => public_id)
}

/**
 * Frees a name: another user or group that still has it here was renamed on the LDAP server, and gets its id as its name until it
 * is updated.
 */
export const freeName = async (
  db: Db,
  table: 'users' | 'groups',
  { id, name, domain_id }: { readonly id: string; readonly name: string; readonly domain_id: string },
): Promise<void> => {
  await db
    .updateTable(table)
    .set((column) => ({ name: column.ref('id') }))
    .where('domain_id', '=', domain_id)
    .where('name', '=', name)
    .where('id', '<>', id)
    .execute()
}
