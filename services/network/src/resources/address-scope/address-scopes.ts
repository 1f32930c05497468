import { addressScope } from '@nimbo/contracts/network/address-scope'
import { repository } from '@nimbo/resource/rows/repository'
import type { Db } from '../../tables.ts'
import { ownedByOrSharedWith } from '../rbac-policy/shared-with.ts'

export const addressScopes = repository(addressScope, {
  visibleTo: ownedByOrSharedWith(addressScope, 'address_scope'),
})

/** By network, the scope of the pool that its subnets of one version are from. */
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
