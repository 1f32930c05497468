import type { Context } from '@nimbo/kernel/context'
import { timestamp } from '@nimbo/kernel/clock'
import type { ServerId } from '@nimbo/kernel/ids'
import type { VolumeCounts } from '../../driver/diagnostics.ts'
import { powerStates } from '../../driver/hypervisor.ts'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor' | 'options' | 'clock' | 'log'> &
  Pick<AgentPeers, 'conductor'>

/** The counters of volumes; none if the guest is off, or just going off. */
const countsOf = async (
  { hypervisor, log }: Pick<Deps, 'hypervisor' | 'log'>,
  serverId: ServerId,
  volumeIds: readonly string[],
): Promise<VolumeCounts[]> => {
  if (volumeIds.length === 0) return []
  try {
    return [...(await hypervisor.diagnoses.volumeCounts(serverId, volumeIds))]
  } catch (error) {
    log.debug({ serverId, error }, 'a server does not tell what it did with its volumes')
    return []
  }
}

/** Tells the conductor what the servers of this host did with their volumes. */
export const tellVolumeUsage =
  (deps: Deps) =>
  async (ctx: Context): Promise<void> => {
    const { host, hypervisor, conductor, clock } = deps
    // Before they are read: a message about a volume that was detached meanwhile must count as older.
    const measuredAt = timestamp(clock)
    const servers: { serverId: ServerId; volumes: VolumeCounts[] }[] = []
    for (const { id: serverId, power } of await hypervisor.host.list()) {
      if (power !== powerStates.running) continue
      const { server } = await conductor.getServer(ctx, { serverId })
      if (server?.host !== host) continue
      const volumeIds = server.disks.flatMap(({ volumeId }) => volumeId ?? [])
      const volumes = await countsOf(deps, serverId, volumeIds)
      if (volumes.length > 0) servers.push({ serverId, volumes })
    }
    if (servers.length > 0) await conductor.volumesUsed(ctx, { host, measuredAt, detached: false, servers })
  }

/** Does so for a volume that is about to be detached, if the option is set. Never throws: the volume is to be detached. */
export const tellLastVolumeUsage =
  (deps: Deps) =>
  async (ctx: Context, serverId: ServerId, volumeId: string): Promise<void> => {
    const { host, options, conductor, clock, log } = deps
    if (options.volume_usage_poll_interval === 0) return
    const measuredAt = timestamp(clock)
    const volumes = await countsOf(deps, serverId, [volumeId])
    if (volumes.length === 0) return
    const servers = [{ serverId, volumes }]
    try {
      await conductor.volumesUsed(ctx, { host, measuredAt, detached: true, servers })
    } catch (error) {
      log.warn({ serverId, volumeId, error }, 'the usage of a volume was not told when it was detached')
    }
  }
