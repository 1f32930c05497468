import { type Item, isItem, textAt } from '../panel/item.ts'

export type NodeKind = 'external' | 'router' | 'network' | 'server'

/** One thing of the picture, and what it is tied to. */
export interface TopologyNode {
  readonly kind: NodeKind
  readonly id: string
  readonly name: string
  readonly status: string
  /** What stands below the name: ranges of a network, addresses of a server. */
  readonly notes: readonly string[]
}

export interface Tie {
  /** The upper end: an external network above a router, a network above a server. */
  readonly from: string
  readonly to: string
  readonly up: boolean
}

export interface Graph {
  readonly nodes: readonly TopologyNode[]
  readonly ties: readonly Tie[]
}

export interface Facts {
  readonly networks: readonly Item[]
  readonly subnets: readonly Item[]
  readonly routers: readonly Item[]
  readonly ports: readonly Item[]
  readonly servers: readonly Item[]
  readonly floatingIps: readonly Item[]
}

const nameOf = (item: Item): string => textAt(item, 'name') || textAt(item, 'id').slice(0, 8)

const addressesOf = (port: Item): readonly string[] =>
  Array.isArray(port.fixed_ips) ? port.fixed_ips.filter(isItem).map((ip) => textAt(ip, 'ip_address')) : []

const gatewayOf = ({ external_gateway_info: info }: Item): string | undefined =>
  isItem(info) && typeof info.network_id === 'string' ? info.network_id : undefined

const networkNodes = ({ networks, subnets }: Facts): readonly TopologyNode[] =>
  networks.map((network) => ({
    kind: network['router:external'] === true ? 'external' : 'network',
    id: textAt(network, 'id'),
    name: nameOf(network),
    status: textAt(network, 'status'),
    notes: subnets
      .filter(({ network_id }) => network_id === network.id)
      .map((subnet) => textAt(subnet, 'cidr')),
  }))

const serverNodes = ({ servers, ports, floatingIps }: Facts): readonly TopologyNode[] =>
  servers.map((server) => {
    const own = ports.filter(({ device_id }) => device_id === server.id)
    const outside = floatingIps.filter(({ port_id }) => own.some(({ id }) => id === port_id))
    return {
      kind: 'server',
      id: textAt(server, 'id'),
      name: nameOf(server),
      status: textAt(server, 'status'),
      notes: [...own.flatMap(addressesOf), ...outside.map((ip) => `⇄ ${textAt(ip, 'floating_ip_address')}`)],
    }
  })

/** What the project's networks, routers and servers are, and how they hang together. */
export const graphOf = (facts: Facts): Graph => {
  const { routers, ports } = facts
  const nodes: readonly TopologyNode[] = [
    ...networkNodes(facts),
    ...routers.map((router) => ({
      ...{
        kind: 'router' as const,
        id: textAt(router, 'id'),
        name: nameOf(router),
        status: textAt(router, 'status'),
      },
      notes: [],
    })),
    ...serverNodes(facts),
  ]
  const known = new Map(nodes.map((node) => [node.id, node]))
  const ties = new Map<string, Tie>()
  const tie = (from: string, to: string, up: boolean): void => {
    if (known.has(from) && known.has(to)) ties.set(`${from} ${to}`, { from, to, up })
  }
  for (const router of routers) {
    const gateway = gatewayOf(router)
    if (gateway !== undefined) tie(gateway, textAt(router, 'id'), textAt(router, 'status') === 'ACTIVE')
  }
  for (const port of ports) {
    const [network, device, up] = [
      textAt(port, 'network_id'),
      textAt(port, 'device_id'),
      port.status === 'ACTIVE',
    ]
    const kind = known.get(device)?.kind
    if (kind === 'router' && known.get(network)?.kind === 'network') tie(device, network, up)
    if (kind === 'server') tie(network, device, up)
  }
  return { nodes, ties: [...ties.values()] }
}
