import type { Census } from '../census.ts'
import type { Finding } from '../finding.ts'
import type { SeenAllocation, SeenServer } from '../picture.ts'
import type { Check } from './check.ts'

const allocationOf = (consumerId: string) => ({ type: 'allocation', id: consumerId })

/** Compares a live server's allocation with its host. */
const compare = (
  server: SeenServer,
  held: readonly SeenAllocation[],
  ownProvider: string | undefined,
): Finding | undefined => {
  const { id, cellId, host } = server
  const about = { resource: allocationOf(id), serverId: id, cellId, ...(host === null ? {} : { host }) }
  const roots = new Set(held.map(({ rootProviderId }) => rootProviderId))
  if (host === null)
    return held.length === 0
      ? undefined
      : {
          ...about,
          kind: 'allocation-without-server',
          problem: `Placement holds resources for server ${id}, which has no host.`,
        }
  if (held.length === 0)
    return {
      ...about,
      kind: 'server-without-allocation',
      problem: `Server ${id} runs on ${host}, and placement holds nothing for it.`,
    }
  if (ownProvider === undefined) return undefined
  if (!roots.has(ownProvider))
    return {
      ...about,
      kind: 'allocation-on-other-host',
      problem: `Placement holds resources for server ${id} of provider ${[...roots].join(', ')}, and it runs on ${host} (${ownProvider}).`,
    }
  if (roots.size > 1)
    return {
      ...about,
      kind: 'allocation-on-several-hosts',
      problem: `Placement holds resources for server ${id} of ${roots.size} hosts (${[...roots].join(', ')}), and it runs on ${host}.`,
    }
  return undefined
}

const byConsumer = ({ allocations }: Census): ReadonlyMap<string, SeenAllocation[]> => {
  const held = new Map<string, SeenAllocation[]>()
  for (const allocation of allocations)
    held.set(allocation.consumerId, [...(held.get(allocation.consumerId) ?? []), allocation])
  return held
}

/** Allocations of servers that are gone or on another host, and servers without an allocation. */
export const checkAllocations: Check = (census) => {
  if (census.misses('service', 'placement')) return []
  const held = byConsumer(census)
  const orphans = [...held.keys()]
    .filter((consumerId) => census.standing(consumerId) === 'gone' && !census.busy(consumerId))
    .map(
      (consumerId): Finding => ({
        kind: 'allocation-without-server',
        resource: allocationOf(consumerId),
        serverId: consumerId,
        problem: `Placement holds resources for server ${consumerId}, and there is no such server.`,
      }),
    )
  const providers = new Map(census.nodes.map(({ id, host, node }) => [`${host} ${node}`, id]))
  const wrong = census.servers
    .filter((server) => census.server(server.id) === server && !census.busy(server.id))
    .flatMap(
      (server) =>
        compare(server, held.get(server.id) ?? [], providers.get(`${server.host} ${server.node}`)) ?? [],
    )
  return [...orphans, ...wrong]
}
