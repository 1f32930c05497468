import { addressScope } from '@nimbo/contracts/network/address-scope'
import { repository } from '@nimbo/resource/rows/repository'
import type { Db } from '../../tables.ts'
import { ownedByOrSharedWith } from '../rbac-policy/shared-with.ts'

export const addressScopes = repository(addressScope, {
  visibleTo: ownedByOrSharedWith(addressScope, 'address_scope'),
})

/** The address scope of each network's subnets of one IP version, by network. */
export const scopesOfNetworks = async (
  db: Db,
  networkIds: readonly string[],
  version: 4 | 6,
): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await db
    .selectFrom('subnets')
    .innerJoin('subnetpools', 'subnetpools.id', 'subnets.subnetpool_id')
    .select(['network_id', 'address_scope_id'])
    .where('network_id', 'in', networkIds)
    .where('subnets.ip_version', '=', version)
    .execute()
  return new Map(rows.map(({ network_id, address_scope_id }) => [network_id, address_scope_id]))
}
