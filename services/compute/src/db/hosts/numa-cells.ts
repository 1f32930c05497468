import type { GuestTopology, HostTopology } from '@nimbo/contracts/compute-rpc/numa'
import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import { withGuest, withoutGuests } from '../../domain/numa/topology-usage.ts'
import type { CellTables } from '../schema/cell-tables.ts'

const cellsByIds = prepared((db: Kysely<CellTables>, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('compute_nodes')
    .select(['id', 'host', 'node', 'numa_topology'])
    .where('id', 'in', ids)
    .where('numa_topology', 'is not', null)
    .orderBy('id'),
)

const claimsOnHosts = prepared((db: Kysely<CellTables>, { hosts }: { readonly hosts: readonly string[] }) =>
  db
    .selectFrom('numa_claims')
    .select(['host', 'node', 'topology'])
    .where('host', 'in', hosts)
    .orderBy('host')
    .orderBy('holder_id'),
)

const placeKey = ({ host, node }: { readonly host: string; readonly node: string }): string =>
  JSON.stringify([host, node])

/**
 * The NUMA cells of nodes, by node id; nodes without cells are left out. Their usage comes from the recorded claims,
 * because the usage in the last report of a host may be seconds old.
 */
export const numaCells = async (
  db: Kysely<CellTables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HostTopology>> => {
  if (ids.length === 0) return new Map()
  const nodes = await cellsByIds(db, { ids })
  if (nodes.length === 0) return new Map()
  const claims = await claimsOnHosts(db, { hosts: [...new Set(nodes.map(({ host }) => host))] })
  const claimed = Map.groupBy(claims, placeKey)
  return new Map(
    nodes.flatMap((node) => {
      if (node.numa_topology === null) return []
      const empty = withoutGuests(JSON.parse(node.numa_topology) as HostTopology)
      const used = (claimed.get(placeKey(node)) ?? []).reduce(
        (sum, { topology }) => withGuest(sum, JSON.parse(topology) as GuestTopology),
        empty,
      )
      return [[node.id, used] as const]
    }),
  )
}
