import { type Item, isItem, textAt } from '../panel/item.ts'
import type { Graph, PictureNode, Tie } from './picture-graph.ts'

export type NodeKind = 'external' | 'router' | 'network' | 'server'

/** Kinds of nodes from top to bottom, each with its panel. */
const kinds: readonly (readonly [NodeKind, panel: string])[] = [
  ['external', 'networks'],
  ['router', 'routers'],
  ['network', 'networks'],
  ['server', 'servers'],
]

const nodeOf = (kind: NodeKind, item: Item, notes: readonly string[] = []): PictureNode => {
  const layer = kinds.findIndex(([name]) => name === kind)
  const id = textAt(item, 'id')
  return {
    ...{ kind, layer, id, name: nameOf(item), status: textAt(item, 'status'), notes },
    address: `/project/${kinds[layer]?.[1]}/${id}`,
  }
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

const networkNodes = ({ networks, subnets }: Facts): readonly PictureNode[] =>
  networks.map((network) =>
    nodeOf(
      network['router:external'] === true ? 'external' : 'network',
      network,
      subnets.filter(({ network_id }) => network_id === network.id).map((subnet) => textAt(subnet, 'cidr')),
    ),
  )

const serverNodes = ({ servers, ports, floatingIps }: Facts): readonly PictureNode[] =>
  servers.map((server) => {
    const own = ports.filter(({ device_id }) => device_id === server.id)
    const outside = floatingIps.filter(({ port_id }) => own.some(({ id }) => id === port_id))
    return nodeOf('server', server, [
      ...own.flatMap(addressesOf),
      ...outside.map((ip) => `⇄ ${textAt(ip, 'floating_ip_address')}`),
    ])
  })

/** The project's networks, routers and servers, and their connections. */
export const graphOf = (facts: Facts): Graph => {
  const { routers, ports } = facts
  const nodes: readonly PictureNode[] = [
    ...networkNodes(facts),
    ...routers.map((router) => nodeOf('router', router)),
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
