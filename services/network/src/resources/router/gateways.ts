import type { Gateway } from '@nimbo/contracts/network/router'
import { prepared } from '@nimbo/db/prepared'
import { grouped } from '@nimbo/resource/rows/grouped'
import { fixedIpsOf } from '../../ipam/fixed-ips.ts'
import type { Db, NetworkTables } from '../../tables.ts'

type GatewayRow = NetworkTables['router_gateways']

const rowsOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('router_gateways')
    .selectAll()
    .where('router_id', 'in', ids)
    .orderBy('position')
    .orderBy('port_id'),
)

/** A gateway of a router with its port. */
export interface GatewayOnPort {
  readonly portId: string
  readonly position: number
  readonly gateway: Gateway
}

/** The gateways of routers, by router; the first one is shown as `external_gateway_info`. */
export const gatewaysOf = async (
  db: Db,
  routerIds: readonly string[],
): Promise<Map<string, GatewayOnPort[]>> => {
  const rows: readonly GatewayRow[] = routerIds.length === 0 ? [] : await rowsOf(db, { ids: routerIds })
  const addresses =
    rows.length === 0
      ? new Map()
      : await fixedIpsOf(
          db,
          rows.map(({ port_id }) => port_id),
        )
  return grouped(
    rows,
    ({ router_id }) => router_id,
    ({ port_id, network_id, position, enable_snat, qos_policy_id }) => ({
      portId: port_id,
      position,
      gateway: {
        network_id,
        enable_snat: enable_snat === 1,
        external_fixed_ips: addresses.get(port_id) ?? [],
        qos_policy_id,
      },
    }),
  )
}

export const gatewaysOfRouter = async (db: Db, routerId: string): Promise<readonly GatewayOnPort[]> =>
  (await gatewaysOf(db, [routerId])).get(routerId) ?? []

export const insertGateway = async (db: Db, row: GatewayRow): Promise<void> => {
  await db.insertInto('router_gateways').values(row).execute()
}

export const changeSettings = async (
  db: Db,
  portId: string,
  settings: Partial<Pick<GatewayRow, 'enable_snat' | 'qos_policy_id'>>,
): Promise<void> => {
  await db.updateTable('router_gateways').set(settings).where('port_id', '=', portId).execute()
}

/** Whether any router has a gateway on this network. */
export const isGatewayOfAny = async (db: Db, networkId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('router_gateways')
    .select('port_id')
    .where('network_id', '=', networkId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
