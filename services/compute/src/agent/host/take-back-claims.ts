import type { Context } from '@nimbo/kernel/context'
import type { AgentPeers, AgentSelf, AgentStore, Conductor } from '../agent-context.ts'
import { claimOf } from '../moves/claim-room.ts'
import type { ResourceClaim } from './resource-tracker.ts'

type Deps = Pick<AgentSelf, 'host'> & Pick<AgentPeers, 'conductor'> & Pick<AgentStore, 'tracker' | 'devices'>

/** A server of this host, as the cloud knew it when the agent started. */
export type KnownServer = Awaited<ReturnType<Conductor['reconcileHost']>>['servers'][number]

/** The amounts of a server that is on its way here are claimed when it goes on. */
const nothing = { vcpus: 0, memoryMb: 0, diskGb: 0 }

/**
 * At start, the agent claims again what its servers have of the host; returns these servers. Before that it must serve nothing: a
 * build or a move that arrives first would be given NUMA cells and PCI devices that a server has.
 */
export const takeBackClaims =
  ({ host, conductor, tracker, devices: own }: Deps) =>
  async (ctx: Context): Promise<readonly KnownServer[]> => {
    const { servers, held = [], devices, numa = [] } = await conductor.reconcileHost(ctx, { host })
    own.adopt(devices?.held ?? [], devices?.used ?? [])
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
