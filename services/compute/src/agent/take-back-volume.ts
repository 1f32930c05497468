import type { AttachedDisk } from '@nimbo/contracts/compute-rpc/host-conductor'
import type { HostedDisk, HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { releaseVolumes } from '../resources/release-volumes.ts'
import { reserveVolume } from '../resources/reserve-volume.ts'
import type { AgentPeers, AgentSelf } from './agent-context.ts'

type Deps = Pick<AgentSelf, 'host' | 'clock'> & Pick<AgentPeers, 'conductor' | 'volume'>

/** Whether nobody is to build the server any more: it is gone, or failed for good. One between two hosts waits for the next. */
const isGivenUp = (server: HostedServer | undefined): boolean =>
  server === undefined ||
  (server.host === null && (server.vmState !== 'building' || server.taskState === 'scheduling'))

/**
 * Takes a volume from this host, whose build of the server failed. It stays held for a server that is still to be built: by
 * this host's word where the server is this host's, by that of whoever took it away otherwise. What was attached or made
 * after a server was given up is given back here, since nobody else knows of it.
 */
export const takeBackVolume =
  ({ host, clock, conductor, volume }: Deps) =>
  async (
    ctx: Context,
    serverId: HostedServer['id'],
    disk: Pick<HostedDisk, 'id' | 'sourceType'> & Pick<AttachedDisk, 'volumeId'>,
  ): Promise<void> => {
    const { id, sourceType, volumeId } = disk
    if (volumeId === undefined) return
    let { server } = await conductor.getServer(ctx, { serverId })
    if (server?.host === host) {
      const attachmentId = await reserveVolume(volume, ctx, { volumeId, serverId })
      const reserved = { id, device: '', attachmentId, connectionInfo: {} }
      const { kept } = await conductor.diskAttached(ctx, { host, serverId, disk: reserved })
      if (kept) return
      server = (await conductor.getServer(ctx, { serverId })).server
    }
    if (isGivenUp(server))
      await releaseVolumes({ volume, clock }, ctx, serverId, [
        { volumeId, deleteOnTermination: sourceType !== 'volume' },
      ])
  }
