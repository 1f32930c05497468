import type { Kysely } from 'kysely'
import type { FederationProtocolRow, IdentityTables } from '../../db/tables.ts'

type Db = Kysely<IdentityTables>
export type Protocol = FederationProtocolRow

const mostProtocols = 1000

export const protocolOf = (db: Db, idpId: string, id: string): Promise<Protocol | undefined> =>
  db
    .selectFrom('federation_protocols')
    .selectAll()
    .where('idp_id', '=', idpId)
    .where('id', '=', id)
    .executeTakeFirst()

export const protocolsOf = (db: Db, idpId: string): Promise<Protocol[]> =>
  db
    .selectFrom('federation_protocols')
    .selectAll()
    .where('idp_id', '=', idpId)
    .orderBy('id')
    .limit(mostProtocols)
    .execute()

/** Returns false, without writing, if the provider already has a protocol with that id. */
export const insertProtocol = async (db: Db, protocol: Protocol): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('federation_protocols')
    .values(protocol)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const updateProtocol = async (db: Db, { id, idp_id, ...values }: Protocol): Promise<void> => {
  await db
    .updateTable('federation_protocols')
    .set(values)
    .where('idp_id', '=', idp_id)
    .where('id', '=', id)
    .execute()
}

export const deleteProtocol = async (db: Db, { id, idp_id }: Protocol): Promise<void> => {
  await db.deleteFrom('federation_protocols').where('idp_id', '=', idp_id).where('id', '=', id).execute()
}

/** The key of a federated user: the provider, the protocol, and the unique id from the mapping. */
export interface KnownAs {
  readonly idp_id: string
  readonly protocol_id: string
  readonly unique_id: string
}

/** The shadow user of a federated user; undefined before the first login. */
export const federatedUserId = async (db: Db, known: KnownAs): Promise<string | undefined> => {
  const row = await db
    .selectFrom('federated_users')
    .select('user_id')
    .where('idp_id', '=', known.idp_id)
    .where('protocol_id', '=', known.protocol_id)
    .where('unique_id', '=', known.unique_id)
    .executeTakeFirst()
  return row?.user_id
}

export const addFederatedUser = async (db: Db, known: KnownAs, userId: string): Promise<void> => {
  await db
    .insertInto('federated_users')
    .values({ ...known, user_id: userId })
    .execute()
}

/** Replaces a user's memberships through a provider by those of the latest assertion, with an expiry. */
export const replaceMemberships = async (
  db: Db,
  {
    userId,
    idpId,
    expiresAt,
  }: { readonly userId: string; readonly idpId: string; readonly expiresAt: string },
  groupIds: readonly string[],
): Promise<void> => {
  await db
    .deleteFrom('federated_memberships')
    .where('user_id', '=', userId)
    .where('idp_id', '=', idpId)
    .execute()
  if (groupIds.length === 0) return
  const values = groupIds.map((group_id) => ({
    user_id: userId,
    idp_id: idpId,
    group_id,
    expires_at: expiresAt,
  }))
  await db.insertInto('federated_memberships').values(values).execute()
}

/** The groups of a user's federated memberships that have not expired. */
export const federatedGroupIds = async (db: Db, userId: string, now: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('federated_memberships')
    .select('group_id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('group_id')
    .limit(1000)
    .execute()
  return rows.map(({ group_id }) => group_id)
}

/** Deletes expired memberships. */
export const purgeMemberships = async (db: Db, now: string): Promise<void> => {
  await db.deleteFrom('federated_memberships').where('expires_at', '<=', now).execute()
}
