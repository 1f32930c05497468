import { computeApi } from '@nimbo/contracts/compute/api'
import { listHypervisorsInFull } from '@nimbo/contracts/compute/hypervisors'
import { listServersInFull } from '@nimbo/contracts/compute/servers'
import { listServices } from '@nimbo/contracts/compute/services'
import type { Operation } from '@nimbo/operation/operation'
import { useQueries } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { isItem, type Item } from '../panel/item.ts'
import type { HostFacts } from './hosts.ts'

const most = 1000
/** The last microversion in which hypervisors report their capacity and usage. */
const withLoad = '2.87'

const readAll = async (operation: Operation, request: object = {}): Promise<readonly Item[]> => {
  const items: Item[] = []
  for await (const item of clientOf(computeApi).performAll(operation, most, request))
    if (isItem(item)) items.push(item)
  return items
}

interface Hosts {
  readonly facts: HostFacts | undefined
  readonly error: Error | null
}

/** Reads all that the host map shows; undefined until everything has been read. */
export const useHosts = (): Hosts => {
  const servers = useRefresh({ kind: 'server' })
  // The states of services send no notification.
  const others = useRefresh({})
  const found = useQueries({
    queries: [
      { queryKey: ['service', 'map'], queryFn: () => readAll(listServices), ...others },
      {
        queryKey: ['hypervisor', 'map'],
        queryFn: () => readAll(listHypervisorsInFull, { version: withLoad }),
        ...others,
      },
      {
        queryKey: ['server', 'map'],
        queryFn: () => readAll(listServersInFull, { query: { all_tenants: 'true' } }),
        ...servers,
      },
    ],
  })
  const [services, hypervisors, own] = found.map(({ data }) => data)
  return {
    facts: services && hypervisors && own ? { services, hypervisors, servers: own } : undefined,
    error: found.find((one) => one.error)?.error ?? null,
  }
}
