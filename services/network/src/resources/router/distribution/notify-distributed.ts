import { prepared } from '@nimbo/db/prepared'
import type { Context } from '@nimbo/kernel/context'
import { grouped } from '@nimbo/resource/rows/grouped'
import { sql } from 'kysely'
import type { Deps } from '../../../app/deps.ts'
import type { Db } from '../../../tables.ts'
import { routerDistributedOwner } from '../../port/device-owners.ts'
import { hostsRunning } from '../router-bindings.ts'
import { hostsOfDistributed } from './where-distributed.ts'

const routersOn = prepared((db: Db, { networkIds }: { readonly networkIds: readonly string[] }) =>
  db
    .selectFrom('ports')
    .select(['device_id', 'id'])
    // A literal, as in the index of these ports; otherwise the database does not choose the index.
    .where('device_owner', '=', sql.lit(routerDistributedOwner))
    .where('network_id', 'in', networkIds)
    .orderBy('device_id'),
)

/**
 * Tells distributed routers of changed ports on their networks: they keep permanent neighbour entries of all of them.
 */
export const notifyDistributedOn = async (
  { db, hosts }: Deps,
  ctx: Context,
  networkIds: readonly string[],
): Promise<void> => {
  if (networkIds.length === 0) return
  const rows = await routersOn(db, { networkIds })
  const ports = grouped(
    rows,
    ({ device_id }) => device_id,
    ({ id }) => id,
  )
  for (const [routerId, portIds] of ports) {
    const central = (await hostsRunning(db, [routerId])).get(routerId)
    const all = new Set([
      ...(await hostsOfDistributed(db, routerId)),
      ...(central === undefined ? [] : [central]),
    ])
    for (const host of all) {
      await hosts.routersChanged(ctx, host, [routerId])
      // A host that just got its first port of the network must wire the router's ports first.
      await hosts.portsChanged(ctx, host, portIds)
    }
  }
}
