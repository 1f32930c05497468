import type { Context } from '@nimbo/kernel/context'
import type { AgentPeers, AgentSelf, AgentStore, Conductor } from '../agent-context.ts'
import { claimOf } from '../moves/claim-room.ts'
import type { ResourceClaim } from './resource-tracker.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor'> &
  Pick<AgentPeers, 'conductor'> &
  Pick<AgentStore, 'tracker' | 'devices'>

/** A server of this host, as the cloud knew it when the agent started. */
export type KnownServer = Awaited<ReturnType<Conductor['reconcileHost']>>['servers'][number]

/** The amounts of a server that is on its way here are claimed when it goes on. */
const nothing = { vcpus: 0, memoryMb: 0, diskGb: 0 }

/**
 * At start, the agent claims again what its servers have of the host; returns these servers. Before that it must serve nothing: a
 * build or a move that arrives first would be given NUMA cells and PCI devices that a server has.
 */
export const takeBackClaims =
  (deps: Deps) =>
  async (ctx: Context): Promise<readonly KnownServer[]> => {
    const { host, conductor, tracker, devices: own } = deps
    const { servers, held = [], devices, numa = [] } = await conductor.reconcileHost(ctx, { host })
    own.adopt(devices?.held ?? [], devices?.used ?? [])
    await freeOutlived(deps, devices?.outlived ?? [])
    const placeOf = new Map(numa.map((place) => [place.holderId, place]))
    const adopt = (claim: ResourceClaim): void => {
      const place = placeOf.get(claim.serverId)
      tracker.adopt(place === undefined ? claim : { ...claim, numaTopology: place.topology })
    }
    // First what guests have of the NUMA cells, also those that are on their way here.
    for (const { holderId, node, topology } of numa)
      tracker.adopt({ ...{ serverId: holderId, node }, ...nothing, numaTopology: topology })
    for (const claim of held) adopt(claimOf(claim))
    for (const server of servers) if (!server.building) adopt(server)
    return servers
  }

/** What a guest still has is free when the guest is removed, as one that is gone from here. */
const freeOutlived = async (
  { hypervisor, devices }: Pick<Deps, 'hypervisor' | 'devices'>,
  claimIds: readonly string[],
): Promise<void> => {
  if (claimIds.length === 0) return
  const present = new Set<string>((await hypervisor.host.list()).map(({ id }) => id))
  for (const claimId of claimIds) if (!present.has(claimId)) devices.release(claimId)
}
