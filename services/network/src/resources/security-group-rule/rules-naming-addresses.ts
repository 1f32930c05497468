import type { Change } from '@nimbo/resource/hooks'
import type { addressGroup, PlainAddressGroup } from '@nimbo/contracts/network/address-group'
import type { Inside } from '../../app/deps.ts'
import { refilter } from '../../hosts/refilter.ts'
import type { Db } from '../../tables.ts'
import { errors as addressGroupErrors } from '../address-group/errors.ts'

/** The security groups with rules that name a group of addresses. */
const groupsNaming = async (db: Db, addressGroupId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('security_group_rules')
    .select('security_group_id')
    .distinct()
    .where('remote_address_group_id', '=', addressGroupId)
    .execute()
  return rows.map(({ security_group_id }) => security_group_id)
}

/** Refuses to delete a group of addresses that rules name. */
export const refuseWhileNamed = async ({ db }: Inside, { id }: PlainAddressGroup): Promise<void> => {
  if ((await groupsNaming(db, id)).length > 0) throw addressGroupErrors.AddressGroupInUse({ id })
}

/** Hosts filter by other addresses once those of a group change that rules name. */
export const refilterByAddresses = async (
  { deps, ctx, db, afterwards }: Inside,
  { before, after }: Change<typeof addressGroup>,
): Promise<void> => {
  if (before.addresses.join() === after.addresses.join()) return
  const groups = await groupsNaming(db, after.id)
  afterwards(() => refilter(deps, ctx, groups))
}
