import type { Change } from '@nimbo/resource/hooks'
import type { addressGroup, PlainAddressGroup } from '@nimbo/contracts/network/address-group'
import type { Inside } from '../../app/deps.ts'
import { refilter } from '../../hosts/refilter.ts'
import type { Db } from '../../tables.ts'
import { errors as addressGroupErrors } from '../address-group/errors.ts'

/** The security groups with rules about an address group. */
const groupsNaming = async (db: Db, addressGroupId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('security_group_rules')
    .select('security_group_id')
    .distinct()
    .where('remote_address_group_id', '=', addressGroupId)
    .execute()
  return rows.map(({ security_group_id }) => security_group_id)
}

/** Refuses to delete an address group that rules use. */
export const refuseWhileNamed = async ({ db }: Inside, { id }: PlainAddressGroup): Promise<void> => {
  if ((await groupsNaming(db, id)).length > 0) throw addressGroupErrors.AddressGroupInUse({ id })
}

/** Updates filters after the addresses of a group changed. */
export const refilterByAddresses = async (
  { deps, ctx, db, afterwards }: Inside,
  { before, after }: Change<typeof addressGroup>,
): Promise<void> => {
  if (before.addresses.join() === after.addresses.join()) return
  const groups = await groupsNaming(db, after.id)
  afterwards(() => refilter(deps, ctx, groups))
}
