import { addressGroup } from '@nimbo/contracts/network/address-group'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedByOrShared } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'

export const addressGroups = repository(addressGroup, { visibleTo: ownedByOrShared(addressGroup) })

/** The addresses of groups, by group. */
export const addressesOfGroups = async (
  db: Db,
  groupIds: readonly string[],
): Promise<Map<string, readonly string[]>> => {
  const groups = groupIds.length === 0 ? [] : await addressGroups.list(db, 'all', { id: groupIds })
  return new Map(groups.map(({ id, addresses }) => [id, addresses]))
}
