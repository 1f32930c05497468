import type { AttachedDisk } from '@nimbo/contracts/compute-rpc/host-conductor'
import type { HostedDisk, HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { releaseVolumes } from '../../resources/release-volumes.ts'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'clock'> & Pick<AgentPeers, 'conductor' | 'volume'>

/** A disk as this host has made it, and what of it was not there before. */
export interface MadeDisk {
  readonly asked: Pick<HostedDisk, 'sourceType'>
  readonly disk: AttachedDisk
  /** Its attachment was made here; others were made to keep the volume for the server. */
  readonly madeAttachment: boolean
}

/** Whether nobody is to build the server any more: it is gone, or failed for good. One between two hosts waits for the next. */
const isGivenUp = (server: HostedServer | undefined): boolean =>
  server === undefined ||
  (server.host === null && (server.vmState !== 'building' || server.taskState === 'scheduling'))

/**
 * Takes back what nobody else knows of a volume, after the build failed for which this host attached it. What the conductor
 * knows it keeps for the server's next host by itself: two who did so would hold the volume twice. What was attached or made
 * after a server was given up is given back here.
 */
export const takeBackVolume =
  ({ clock, conductor, volume }: Deps) =>
  async (ctx: Context, serverId: HostedServer['id'], made: MadeDisk): Promise<void> => {
    const { volumeId, attachmentId } = made.disk
    if (volumeId === undefined) return
    const { server } = await conductor.getServer(ctx, { serverId })
    if (isGivenUp(server)) {
      const deleteOnTermination = made.asked.sourceType !== 'volume'
      return releaseVolumes({ volume, clock }, ctx, serverId, [{ volumeId, deleteOnTermination }])
    }
    const isKnown = server?.disks.some((disk) => disk.attachmentId === attachmentId)
    if (made.madeAttachment && attachmentId !== undefined && !isKnown)
      await volume.deleteAttachment(ctx, attachmentId)
  }
