import type { Kysely } from 'kysely'
import type { IdentityTables } from '../../db/tables.ts'

type Db = Kysely<IdentityTables>

/** What a policy is associated with: an endpoint, a service, or a service in a region. */
export interface PolicyPlace {
  readonly endpoint_id: string | null
  readonly service_id: string | null
  readonly region_id: string | null
}

const keyOf = ({ endpoint_id, service_id, region_id }: PolicyPlace): string =>
  JSON.stringify([endpoint_id, service_id, region_id])

/** Associates a policy, replacing the previous one. */
export const bindPolicy = async (db: Db, policyId: string, place: PolicyPlace): Promise<void> => {
  await db
    .insertInto('policy_associations')
    .values({ place: keyOf(place), policy_id: policyId, ...place })
    .onConflict((conflict) => conflict.column('place').doUpdateSet({ policy_id: policyId }))
    .execute()
}

/** The associated policy. */
export const policyIdAt = async (db: Db, place: PolicyPlace): Promise<string | undefined> => {
  const row = await db
    .selectFrom('policy_associations')
    .select('policy_id')
    .where('place', '=', keyOf(place))
    .executeTakeFirst()
  return row?.policy_id
}

/** Removes an association; returns whether it existed. */
export const unbindPolicy = async (db: Db, policyId: string, place: PolicyPlace): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('policy_associations')
    .where('place', '=', keyOf(place))
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
