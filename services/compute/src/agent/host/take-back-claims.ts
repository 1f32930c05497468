import type { Context } from '@nimbo/kernel/context'
import type { AgentPeers, AgentSelf, AgentStore, Conductor } from '../agent-context.ts'
import { claimOf } from '../moves/claim-room.ts'
import type { ResourceClaim } from './resource-tracker.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor'> &
  Pick<AgentPeers, 'conductor'> &
  Pick<AgentStore, 'tracker' | 'devices'>

/** A server of this host, as the cloud knew it when the agent started. */
export type KnownServer = Awaited<ReturnType<Conductor['reconcileHost']>>['servers'][number]

/** The amounts of a server that is moving here are claimed when its move continues. */
const nothing = { vcpus: 0, memoryMb: 0, diskGb: 0 }

/**
 * At start, the agent claims again what its servers use of the host, and returns these servers. It must serve nothing
 * before that: a build or a move that arrived first would get NUMA cells and PCI devices that belong to a server.
 */
export const takeBackClaims =
  (deps: Deps) =>
  async (ctx: Context): Promise<readonly KnownServer[]> => {
    const { host, hypervisor, conductor, tracker, devices: own } = deps
    const { machineTypes } = hypervisor
    const {
      servers,
      held = [],
      devices,
      numa = [],
    } = await conductor.reconcileHost(ctx, {
      host,
      ...(machineTypes === undefined ? {} : { machineTypes }),
    })
    own.adopt(devices?.held ?? [], devices?.used ?? [])
    await freeOutlived(deps, devices?.outlived ?? [])
    const placeOf = new Map(numa.map((place) => [place.holderId, place]))
    const adopt = (claim: ResourceClaim): void => {
      const place = placeOf.get(claim.serverId)
      tracker.adopt(place === undefined ? claim : { ...claim, numaTopology: place.topology })
    }
    // First the places in NUMA cells, including those of servers that are moving here.
    for (const { holderId, node, topology } of numa)
      tracker.adopt({ ...{ serverId: holderId, node }, ...nothing, numaTopology: topology })
    for (const claim of held) adopt(claimOf(claim))
    for (const server of servers) if (!server.building) adopt(server)
    return servers
  }

/**
 * Releases devices of servers that are gone from this host. A guest that still exists keeps its devices until it is
 * removed.
 */
const freeOutlived = async (
  { hypervisor, devices }: Pick<Deps, 'hypervisor' | 'devices'>,
  claimIds: readonly string[],
): Promise<void> => {
  if (claimIds.length === 0) return
  const present = new Set<string>((await hypervisor.host.list()).map(({ id }) => id))
  for (const claimId of claimIds) if (!present.has(claimId)) devices.release(claimId)
}
