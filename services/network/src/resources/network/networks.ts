import { type NetworkType, network } from '@nimbo/contracts/network/network'
import { prepared } from '@nimbo/db/prepared'
import { grouped } from '@nimbo/resource/rows/grouped'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import { scopesOfNetworks } from '../address-scope/address-scopes.ts'
import { asExternal, asShared } from '../rbac-policy/rbac-policies.ts'
import { grantedTo } from '../rbac-policy/shared-with.ts'
import type { Db } from '../../tables.ts'

const subnetsOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('subnets')
    .select(['id', 'network_id'])
    .where('network_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id'),
)

const zonesOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('dhcp_bindings')
    .innerJoin('agents', 'agents.host', 'dhcp_bindings.host')
    .select(['network_id', 'availability_zone'])
    .where('network_id', 'in', ids)
    .distinct()
    .orderBy('availability_zone'),
)

export const networks = repository(network, {
  visibleTo: (projectId) =>
    sql<SqlBool>`(networks.project_id = ${projectId} or networks.shared = 1 or networks.id in (${grantedTo(
      projectId,
      'network',
      [asShared, asExternal],
    )}))`,
  apart: {
    ipv4_address_scope: { read: (db: Db, ids) => scopesOfNetworks(db, ids, 4), none: null },
    ipv6_address_scope: { read: (db: Db, ids) => scopesOfNetworks(db, ids, 6), none: null },
    subnets: {
      read: async (db: Db, ids) =>
        grouped(
          await subnetsOf(db, { ids }),
          ({ network_id }) => network_id,
          ({ id }) => id,
        ),
      none: [],
    },
    availability_zones: {
      read: async (db: Db, ids) =>
        grouped(
          await zonesOf(db, { ids }),
          ({ network_id }) => network_id,
          ({ availability_zone }) => availability_zone,
        ),
      none: [],
    },
  },
})

/** Used segmentation ids of a network type within a range, in order. */
export const takenSegments = async (
  db: Db,
  type: NetworkType,
  physicalNetwork: string | null,
  first: number,
  last: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom('segments')
    .select('segmentation_id')
    .where('network_type', '=', type)
    .where((where) =>
      physicalNetwork === null
        ? where('physical_network', 'is', null)
        : where('physical_network', '=', physicalNetwork),
    )
    .where('segmentation_id', '>=', first)
    .where('segmentation_id', '<=', last)
    .orderBy('segmentation_id')
    .execute()
  return rows.map(({ segmentation_id: id }) => id ?? 0)
}
