import type { Resources } from '@nimbo/clients/placement-claims'
import type { Census } from '../../audit/census.ts'
import type { SeenAllocation } from '../../audit/picture.ts'

/** An allocation of a consumer on one provider, with its amounts. */
export interface HeldAllocation extends SeenAllocation {
  readonly resources: Resources
}

/** The resource classes that servers hold; an allocation with none of them belongs to another service. */
const classesOfServers: ReadonlySet<string> = new Set([
  ...['VCPU', 'PCPU', 'MEMORY_MB', 'DISK_GB', 'VGPU', 'MEM_ENCRYPTION_CONTEXT'],
  ...['NET_BW_EGR_KILOBIT_PER_SEC', 'NET_BW_IGR_KILOBIT_PER_SEC', 'NET_PACKET_RATE_KILOPACKET_PER_SEC'],
])

/**
 * Those allocations that neither a server on that host nor an unfinished migration accounts for. A server that is being built,
 * moved or deleted may hold more than one host's resources, so nothing of it counts as orphaned.
 */
export const orphanedAllocations = (
  census: Census,
  held: readonly HeldAllocation[],
): readonly HeldAllocation[] => {
  const migrations = new Set(census.migrations.map(({ id }) => id))
  const moving = new Set(census.migrations.map(({ serverId }) => serverId))
  const nodes = new Map(census.nodes.map(({ id, host, node }) => [`${host} ${node}`, id]))
  const hosts = new Set(nodes.values())

  const isElsewhere = (consumerId: string, rootProviderId: string): boolean => {
    const server = census.server(consumerId)
    if (server === undefined || server.taskState !== null || moving.has(consumerId)) return false
    if (server.host === null) return true
    const own = nodes.get(`${server.host} ${server.node}`)
    // A provider that is no host's, as that of shared storage, may serve servers of any host.
    return own !== undefined && hosts.has(rootProviderId) && rootProviderId !== own
  }

  return held.filter(({ consumerId, rootProviderId, resources }) => {
    if (!Object.keys(resources).some((name) => classesOfServers.has(name))) return false
    if (migrations.has(consumerId) || census.busy(consumerId)) return false
    const standing = census.standing(consumerId)
    return standing === 'gone' || (standing === 'live' && isElsewhere(consumerId, rootProviderId))
  })
}
