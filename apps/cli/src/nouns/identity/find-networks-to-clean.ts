import { routerOperations } from '@nimbo/contracts/network/router'
import { removeRouterInterface } from '@nimbo/contracts/network/router-interfaces'
import { type Kind, listAll, removeById } from '../../cloud/find.ts'
import { rowAt, textAt } from '../../cloud/json-values.ts'
import type { Query } from '../../cloud/session.ts'
import type { Row } from '../../output/result.ts'
import {
  floatingIpKind,
  networkKind,
  portKind,
  routerKind,
  securityGroupKind,
  subnetKind,
} from '../network/network-kinds.ts'
import { type Finding, finding, type Phase, type Search } from './finding.ts'

const interfaceOwners = [
  'network:router_interface',
  'network:router_interface_distributed',
  'network:ha_router_replicated_interface',
]
/** Ports that the network service makes, and removes with the network or the router. */
const serviceOwners = ['network:dhcp', 'network:distributed', 'network:router_centralized_snat']

const isInterface = (port: Row): boolean => interfaceOwners.includes(textAt(port, 'device_owner'))

/** An admin sees the resources of all projects. */
const ownRows = async (
  { session, project }: Search,
  kind: Kind,
  query: Query = {},
): Promise<readonly Row[]> => {
  const rows = await listAll(session, kind, { ...query, project_id: project })
  return rows.filter(({ project_id }) => project_id === project)
}

const removing = ({ session }: Search, type: string, kind: Kind, row: Row): Finding =>
  finding(type, row, { remove: () => removeById(session, kind, textAt(row, 'id')) })

/** A network to delete, with its ports. */
interface Emptied {
  readonly network: Row
  readonly ports: readonly Row[]
}

/** The networks that only routers of the project use, and servers to be deleted. */
const findEmptied = async (
  search: Search,
  servers: ReadonlySet<string>,
  routers: ReadonlySet<string>,
): Promise<readonly Emptied[]> => {
  const isLeaving = (port: Row): boolean => {
    const [owner, device] = [textAt(port, 'device_owner'), textAt(port, 'device_id')]
    if (owner === '' || serviceOwners.includes(owner)) return true
    return isInterface(port) ? routers.has(device) : servers.has(device)
  }
  const emptied: Emptied[] = []
  for (const network of (await ownRows(search, networkKind)).filter(search.matches)) {
    const ports = await listAll(search.session, portKind, { network_id: textAt(network, 'id') })
    if (ports.every(isLeaving)) emptied.push({ network, ports })
  }
  return emptied
}

/** Removes a router from a network, and first its static routes, which need the network. */
const disconnecting = ({ session }: Search, port: Row, router: Row): Finding =>
  finding('Port', port, {
    remove: async () => {
      const path = { router_id: textAt(router, 'id') }
      if (Array.isArray(router.routes) && router.routes.length > 0)
        await session.api.network.call(routerOperations.update, { path, body: { router: { routes: [] } } })
      await session.api.network.call(removeRouterInterface, { path, body: { port_id: textAt(port, 'id') } })
    },
  })

/** Floating IPs, except those of ports that stay because something of them is too young. */
const findFloatingIps = async (
  search: Search,
  servers: ReadonlySet<string>,
  ports: readonly Row[],
): Promise<Phase> => {
  if (search.skips('network.floating_ip')) return []
  const leaving = new Set(ports.map((port) => textAt(port, 'id')))
  const isFree = (floatingIp: Row): boolean => {
    const port = textAt(floatingIp, 'port_id')
    const device = textAt(rowAt(floatingIp, 'port_details'), 'device_id')
    return search.matchesAll || port === '' || leaving.has(port) || servers.has(device)
  }
  const rows = (await ownRows(search, floatingIpKind)).filter((row) => search.matches(row) && isFree(row))
  return rows.map((row) =>
    removing(search, 'FloatingIP', floatingIpKind, { ...row, name: row.floating_ip_address }),
  )
}

/** The routers that are left without networks. */
const findRouters = async (search: Search, routers: readonly Row[], networkIds: ReadonlySet<string>) => {
  const leaving: Row[] = []
  for (const router of routers) {
    const ports = await listAll(search.session, portKind, { device_id: textAt(router, 'id') })
    const interfaces = ports.filter(isInterface)
    const isLeft = interfaces.every((port) => networkIds.has(textAt(port, 'network_id')))
    if (interfaces.length > 0 ? isLeft : search.matches(router)) leaving.push(router)
  }
  return leaving
}

/** What a cleanup deletes of a project's networks, once these servers are gone. */
export const findNetworks = async (
  search: Search,
  servers: ReadonlySet<string>,
): Promise<readonly Phase[]> => {
  const keepsRouters = search.skips('network.router')
  const keepsNetworks = keepsRouters || search.skips('network.network', 'network.port', 'network.subnet')
  const routers = keepsRouters ? [] : await ownRows(search, routerKind)
  const routerOf = new Map(routers.map((router) => [textAt(router, 'id'), router]))
  const emptied = keepsNetworks ? [] : await findEmptied(search, servers, new Set(routerOf.keys()))
  const networkIds = new Set(emptied.map(({ network }) => textAt(network, 'id')))
  const ports = emptied.flatMap((each) => each.ports)
  const subnets = emptied.length === 0 ? [] : await ownRows(search, subnetKind)
  const groups = search.skips('network.security_group') ? [] : await ownRows(search, securityGroupKind)
  const deleted = (type: string, kind: Kind, rows: readonly Row[]): Phase =>
    rows.map((row) => removing(search, type, kind, row))
  return [
    await findFloatingIps(search, servers, ports),
    deleted(
      'Port',
      portKind,
      ports.filter((port) => textAt(port, 'device_owner') === '' || servers.has(textAt(port, 'device_id'))),
    ),
    ports.filter(isInterface).flatMap((port) => {
      const router = routerOf.get(textAt(port, 'device_id'))
      return router === undefined ? [] : [disconnecting(search, port, router)]
    }),
    deleted('Router', routerKind, await findRouters(search, routers, networkIds)),
    deleted(
      'Subnet',
      subnetKind,
      subnets.filter((subnet) => networkIds.has(textAt(subnet, 'network_id'))),
    ),
    deleted(
      'Network',
      networkKind,
      emptied.map(({ network }) => network),
    ),
    deleted(
      'SecurityGroup',
      securityGroupKind,
      groups.filter((group) => group.name !== 'default' && search.matches(group)),
    ),
  ]
}
