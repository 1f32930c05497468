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
import { useRefresh } from '../api/use-refresh.ts'
import { isItem, type Item } from '../panel/item.ts'
import { useSession } from '../session/session-context.ts'
import type { Facts } from './graph.ts'

/** The maximum number of items of a kind: with more the picture would be unreadable. */
const mostOfAKind = 200

interface Asked {
  /** The `kind` in events. */
  readonly kind: string
  readonly api: Api
  readonly operation: Operation
  /** Whether to ask for the items of the project only: an admin would be given those of all projects. */
  readonly owned?: true
}

const asked: readonly Asked[] = [
  { kind: 'network', api: networkApi, operation: networkOperations.list },
  { kind: 'subnet', api: networkApi, operation: subnetOperations.list },
  { kind: 'router', api: networkApi, operation: routerOperations.list, owned: true },
  { kind: 'port', api: networkApi, operation: portOperations.list, owned: true },
  { kind: 'server', api: computeApi, operation: listServersInFull },
  { kind: 'floatingip', api: networkApi, operation: floatingIpOperations.list, owned: true },
]

const readAll = async (
  { api, operation, owned }: Asked,
  projectId: string | undefined,
): Promise<readonly Item[]> => {
  const items: Item[] = []
  const request = owned ? { query: { project_id: projectId } } : {}
  for await (const item of clientOf(api).performAll(operation, mostOfAKind, request))
    if (isItem(item)) items.push(item)
  return items
}

/** Whether servers and routers of a project can be connected to a network. */
const mayConnect =
  (projectId: string | undefined) =>
  (network: Item): boolean =>
    network.project_id === projectId || network.shared === true || network['router:external'] === true

interface Topology {
  readonly facts: Facts | undefined
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
  const [networks, subnets, routers, ports, servers, floatingIps] = found.map(({ data }) => data)
  const facts =
    networks && subnets && routers && ports && servers && floatingIps
      ? { networks: networks.filter(mayConnect(project?.id)), subnets, routers, ports, servers, floatingIps }
      : undefined
  return { facts, error }
}
