import { type PlainSubnet, subnet } from '@nimbo/contracts/network/subnet'
import { prepared } from '@nimbo/db/prepared'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import { grantedTo } from '../rbac-policy/shared-with.ts'
import type { Db } from '../../tables.ts'

const whether = (wanted: unknown) => (wanted === true ? 1 : 0)

const findOutside = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('subnets')
    .innerJoin('networks', 'networks.id', 'subnets.network_id')
    .select('subnets.id')
    .where('subnets.id', 'in', ids)
    .where('router_external', '=', 1),
)

/** The ids of those subnets whose network is external, each with true. */
const onExternalNetworks = async (db: Db, ids: readonly string[]): Promise<Map<string, boolean>> =>
  new Map((await findOutside(db, { ids })).map(({ id }) => [id, true]))

export const subnets = repository(subnet, {
  // Seeing an external network does not imply seeing its subnets.
  visibleTo: (projectId) => sql<SqlBool>`(subnets.project_id = ${projectId} or subnets.network_id in (
      select id from networks where project_id = ${projectId} or shared = 1)
      or subnets.network_id in (${grantedTo(projectId, 'network')}))`,
  apart: {
    prefixlen: { none: null },
    use_default_subnetpool: { none: null },
    'router:external': {
      read: onExternalNetworks,
      none: false,
      filter: (values) => sql<SqlBool>`subnets.network_id in (
        select id from networks where router_external in (${sql.join(values.map(whether))}))`,
    },
  },
  filters: {
    shared: (values) => sql<SqlBool>`subnets.network_id in (
      select id from networks where shared in (${sql.join(values.map(whether))}))`,
  },
})

/** The subnets of a network, oldest first. */
export const subnetsOf = async (db: Db, networkId: string): Promise<PlainSubnet[]> => {
  const found = await subnets.list(db, 'all', { network_id: [networkId] }, { fields: ['id'] })
  return found.toSorted(byAge)
}

/** Sorts like `order by created_at, id`; timestamps have a format that sorts as text. */
const byAge = (one: PlainSubnet, other: PlainSubnet): number =>
  one.created_at < other.created_at ? -1 : Number(one.created_at > other.created_at)
