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

const idsAtOnce = 10_000

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

const publicIdsAfter = async (
  db: Db,
  domainId: string,
  entity: Entity,
  marker: string,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('id_mapping')
    .select('public_id')
    .where('domain_id', '=', domainId)
    .where('entity_type', '=', entity)
    .where('public_id', '>', marker)
    .orderBy('public_id')
    .limit(idsAtOnce)
    .execute()
  return rows.map(({ public_id }) => public_id)
}

/** The ids of all users or groups of a domain that were ever found on its LDAP server. */
export const publicIds = async (db: Db, domainId: string, entity: Entity): Promise<string[]> => {
  const all: string[] = []
  for (let page: string[] | undefined; page === undefined || page.length === idsAtOnce; ) {
    page = await publicIdsAfter(db, domainId, entity, all.at(-1) ?? '')
    all.push(...page)
  }
  return all
}

export const forget = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('id_mapping').where('public_id', '=', id).execute()
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
