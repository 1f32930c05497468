import type { RequestSpec } from '../servers/request-spec.ts'
import type { Server } from '../servers/server.ts'

/** The server group in a request spec. */
export type RequestedGroup = NonNullable<RequestSpec['group']>

/** The number of group members per host. */
export type GroupHosts = Readonly<Record<string, number>>

/**
 * Why the group's policy refuses a further member on a host; undefined when it allows it. Soft policies never refuse.
 */
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

/** A member as its cell knows it. */
export type SeenMember = Pick<Server, 'vmState' | 'host'>

/**
 * The host that counts for a group member: while it is being built, the one that the scheduler reserved, before any
 * cell knows it; later the server's host, or none.
 */
export const placeOf = (taken: string | null, seen: SeenMember | undefined): string | null =>
  seen === undefined || seen.vmState === 'building' ? (taken ?? seen?.host ?? null) : seen.host

export const countedByHost = (places: readonly (string | null)[]): GroupHosts => {
  const counts: Record<string, number> = {}
  for (const host of places) if (host !== null) counts[host] = (counts[host] ?? 0) + 1
  return counts
}
