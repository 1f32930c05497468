import { computeApi } from '@nimbo/contracts/compute/api'
import { listServersInFull } from '@nimbo/contracts/compute/servers'
import { networkApi } from '@nimbo/contracts/network/api'
import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { networkOperations } from '@nimbo/contracts/network/network'
import { portOperations } from '@nimbo/contracts/network/port'
import { routerOperations } from '@nimbo/contracts/network/router'
import { subnetOperations } from '@nimbo/contracts/network/subnet'
import type { Api } from '@nimbo/operation/client/api'
import type { Operation } from '@nimbo/operation/operation'
import { useQueries } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { longestWhole } from '../api/items.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { isItem, type Item } from '../panel/item.ts'
import { useSession } from '../session/session-context.ts'
import type { Facts } from './graph.ts'

/** The maximum number of nodes of a kind: with more the picture would be unreadable. */
const mostNodes = 200

interface Asked {
  /** The `kind` in events. */
  readonly kind: string
  /** The panel that names the kind. */
  readonly panel: string
  readonly api: Api
  readonly operation: Operation
  /** Whether to ask for the items of the project only: an admin would be given those of all projects. */
  readonly owned?: true
  readonly isWanted?: (item: Item, projectId: string | undefined) => boolean
  /** The maximum number of items in the picture. */
  readonly most: number
}

/** Whether servers and routers of a project can be connected to a network. */
const mayConnect = (network: Item, projectId: string | undefined): boolean =>
  network.project_id === projectId || network.shared === true || network['router:external'] === true

const asked: readonly Asked[] = [
  {
    ...{ kind: 'network', panel: 'networks', api: networkApi, operation: networkOperations.list },
    ...{ isWanted: mayConnect, most: mostNodes },
  },
  {
    ...{ kind: 'subnet', panel: 'subnets', api: networkApi, operation: subnetOperations.list },
    most: longestWhole,
  },
  {
    ...{ kind: 'router', panel: 'routers', api: networkApi, operation: routerOperations.list, owned: true },
    most: mostNodes,
  },
  {
    ...{ kind: 'port', panel: 'ports', api: networkApi, operation: portOperations.list, owned: true },
    most: longestWhole,
  },
  { kind: 'server', panel: 'servers', api: computeApi, operation: listServersInFull, most: mostNodes },
  {
    ...{ kind: 'floatingip', panel: 'floating-ips', api: networkApi, operation: floatingIpOperations.list },
    ...{ owned: true, most: longestWhole },
  },
]

interface Read {
  readonly items: readonly Item[]
  /** Whether there may be further items. */
  readonly cut: boolean
}

const readAll = async (
  { api, operation, owned, isWanted = () => true, most }: Asked,
  projectId: string | undefined,
): Promise<Read> => {
  const items: Item[] = []
  let read = 0
  const request = owned ? { query: { project_id: projectId } } : {}
  for await (const item of clientOf(api).performAll(operation, longestWhole, request)) {
    read += 1
    if (!isItem(item) || !isWanted(item, projectId)) continue
    if (items.length === most) return { items, cut: true }
    items.push(item)
  }
  return { items, cut: read >= longestWhole }
}

/** A kind of which the picture has only the first items. */
export type Cut = Pick<Asked, 'panel' | 'most'>

interface Topology {
  readonly facts: Facts | undefined
  readonly cuts: readonly Cut[]
  readonly error: Error | null
}

/** Reads all that the picture shows; undefined until everything has been read. */
export const useTopology = (): Topology => {
  const refresh = useRefresh({ kind: 'network' })
  const { project } = useSession()
  const found = useQueries({
    queries: asked.map((one) => ({
      queryKey: [one.kind, 'topology', project?.id],
      queryFn: () => readAll(one, project?.id),
      ...refresh,
    })),
  })
  const error = found.find((one) => one.error)?.error ?? null
  const [networks, subnets, routers, ports, servers, floatingIps] = found.map(({ data }) => data?.items)
  const cuts = asked.filter((_, index) => found[index]?.data?.cut)
  const facts =
    networks && subnets && routers && ports && servers && floatingIps
      ? { networks, subnets, routers, ports, servers, floatingIps }
      : undefined
  return { facts, cuts, error }
}
