import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'
import { claimOf } from '../moves/claim-room.ts'
import type { ResourceClaim } from './resource-tracker.ts'
import { reportPower } from './sync-power.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor'> &
  Pick<AgentPeers, 'conductor'> &
  Pick<AgentStore, 'tracker' | 'devices'> & {
    /** Starts or joins a build, without waiting for its end. */
    readonly resumeBuild: (ctx: Context, serverId: ServerId) => void
    /** Unplugs devices that the cloud released while this host was away. */
    readonly unplugStrays: (ctx: Context, serverId: ServerId) => Promise<void>
  }

/** The amounts of a server that is on its way here are claimed when it goes on. */
const nothing = { vcpus: 0, memoryMb: 0, diskGb: 0 }

/** At start, the agent claims resources for the servers it has, reports changed power states, and resumes builds. */
export const reconcileHost =
  ({ host, hypervisor, conductor, tracker, devices: own, resumeBuild, unplugStrays }: Deps) =>
  async (ctx: Context): Promise<void> => {
    const tell = reportPower({ host, hypervisor, conductor })
    const { servers, held = [], devices, numa = [] } = await conductor.reconcileHost(ctx, { host })
    own.adopt(devices?.held ?? [], devices?.used ?? [])
    const placeOf = new Map(numa.map((place) => [place.holderId, place]))
    const adopt = (claim: ResourceClaim): void => {
      const place = placeOf.get(claim.serverId)
      tracker.adopt(place === undefined ? claim : { ...claim, numaTopology: place.topology })
    }
    // First what guests have of the NUMA cells, also those that are on their way here, so that no build takes it.
    for (const { holderId, node, topology } of numa)
      tracker.adopt({ ...{ serverId: holderId, node }, ...nothing, numaTopology: topology })
    for (const claim of held) adopt(claimOf(claim))
    for (const server of servers) {
      if (server.building) {
        resumeBuild(ctx, server.serverId)
        continue
      }
      adopt(server)
      // The deletion may be running again by now and may take long, so this does not wait for it.
      if (!server.leaving) await unplugStrays(ctx, server.serverId)
      await tell(ctx, server)
    }
  }
