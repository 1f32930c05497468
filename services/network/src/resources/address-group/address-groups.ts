import { addressGroup } from '@nimbo/contracts/network/address-group'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedByOrSharedWith } from '../rbac-policy/shared-with.ts'
import type { Db } from '../../tables.ts'

export const addressGroups = repository(addressGroup, {
  visibleTo: ownedByOrSharedWith(addressGroup, 'address_group'),
})

/** The addresses of address groups, by group. */
export const addressesOfGroups = async (
  db: Db,
  groupIds: readonly string[],
): Promise<Map<string, readonly string[]>> => {
  const groups = groupIds.length === 0 ? [] : await addressGroups.list(db, 'all', { id: groupIds })
  return new Map(groups.map(({ id, addresses }) => [id, addresses]))
}
