import type { RequestSpec } from '../servers/request-spec.ts'
import type { Server } from '../servers/server.ts'

/** A server's group, as the request for the server says it. */
export type RequestedGroup = NonNullable<RequestSpec['group']>

/** How many members of a group each host has. */
export type GroupHosts = Readonly<Record<string, number>>

/** Why a further member of a group may not be on a host; undefined when it may. Soft policies refuse none. */
export const groupRefusal = (
  { policy, maxServerPerHost = 1 }: RequestedGroup,
  host: string,
  others: GroupHosts,
): string | undefined => {
  switch (policy) {
    case 'affinity': {
      const hosts = Object.keys(others)
      return hosts.length === 0 || hosts.includes(host)
        ? undefined
        : `the server group is on ${hosts.join(', ')}`
    }
    case 'anti-affinity': {
      const present = others[host] ?? 0
      return present < maxServerPerHost
        ? undefined
        : `already has ${present} of the server group, at most ${maxServerPerHost} may be`
    }
    case 'soft-affinity':
    case 'soft-anti-affinity':
      return undefined
  }
}

/** A member as its cell has it. */
export type SeenMember = Pick<Server, 'vmState' | 'host'>

/**
 * Where a member of a group counts. One that is still on its way counts where it took its place, which is before any cell
 * knows; later it counts where it is, and nowhere if it is on no host.
 */
export const placeOf = (taken: string | null, seen: SeenMember | undefined): string | null =>
  seen === undefined || seen.vmState === 'building' ? (taken ?? seen?.host ?? null) : seen.host

export const countedByHost = (places: readonly (string | null)[]): GroupHosts => {
  const counts: Record<string, number> = {}
  for (const host of places) if (host !== null) counts[host] = (counts[host] ?? 0) + 1
  return counts
}
