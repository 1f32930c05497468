import type { AllocationRequest, ClaimChange } from '@nimbo/clients/placement-claims'
import type { PortAllocations, PortGroup, PortRequest } from './port-requests.ts'

type Allocations = AllocationRequest['allocations']

/** Resource classes that only ports request. */
const ofPorts = /^NET_(BW|PACKET_RATE)_/

/** Whether a server holds anything for its ports. */
export const holdsForPorts = (held: Allocations): boolean =>
  Object.values(held).some(({ resources }) => Object.keys(resources).some((name) => ofPorts.test(name)))

/**
 * A server's allocations with exactly what these ports were given, whatever its ports had before; so the change can be
 * repeated.
 */
export const claimForPorts =
  (requests: readonly PortRequest[], given: PortAllocations): ClaimChange =>
  (held) => {
    const changed = new Map<string, Map<string, number>>()
    const add = (provider: string, name: string, amount: number): void => {
      const resources = changed.get(provider) ?? new Map<string, number>()
      changed.set(provider, resources.set(name, (resources.get(name) ?? 0) + amount))
    }
    for (const [provider, { resources }] of Object.entries(held))
      for (const [name, amount] of Object.entries(resources))
        if (!ofPorts.test(name)) add(provider, name, amount)
    for (const { portId, groups } of requests)
      for (const { id, resources } of groups) {
        const provider = given[portId]?.[id]
        if (provider === undefined) continue
        for (const [name, amount] of Object.entries(resources)) add(provider, name, amount)
      }
    return Object.fromEntries(
      [...changed].map(([provider, resources]) => [provider, { resources: Object.fromEntries(resources) }]),
    )
  }

interface Wish extends PortGroup {
  readonly portId: string
}

/**
 * The provider that serves each group of each port. It is derived from amounts and traits, because placement stores
 * only sums. Undefined if the requests are not those for which the resources were claimed.
 */
export const portAllocationsFrom = (
  requests: readonly PortRequest[],
  held: Allocations,
  traits: ReadonlyMap<string, readonly string[]>,
): PortAllocations | undefined => {
  const wishes = requests.flatMap(({ portId, groups }) => groups.map((group): Wish => ({ ...group, portId })))
  const left = new Map(
    Object.entries(held).map(([provider, { resources }]) => [provider, new Map(Object.entries(resources))]),
  )
  const take = (provider: string, { resources }: Wish, sign: 1 | -1): void => {
    const had = left.get(provider)
    for (const [name, amount] of Object.entries(resources))
      had?.set(name, (had.get(name) ?? 0) - sign * amount)
  }
  const suits = (provider: string, { required, resources }: Wish): boolean =>
    required.every((trait) => traits.get(provider)?.includes(trait)) &&
    Object.entries(resources).every(([name, amount]) => (left.get(provider)?.get(name) ?? 0) >= amount)
  const search = (index: number): readonly string[] | undefined => {
    const wish = wishes[index]
    if (wish === undefined) return []
    for (const provider of left.keys()) {
      if (!suits(provider, wish)) continue
      take(provider, wish, 1)
      const others = search(index + 1)
      if (others !== undefined) return [provider, ...others]
      take(provider, wish, -1)
    }
    return undefined
  }
  const chosen = search(0)
  if (chosen === undefined) return undefined
  const ofPort = Map.groupBy(wishes.entries(), ([, { portId }]) => portId)
  return Object.fromEntries(
    [...ofPort].map(([portId, its]) => [
      portId,
      Object.fromEntries(its.flatMap(([index, { id }]) => (chosen[index] ? [[id, chosen[index]]] : []))),
    ]),
  )
}
