import type { AttachedDisk } from '@nimbo/contracts/compute-rpc/host-conductor'
import type { HostedDisk, HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { releaseVolumes } from '../../resources/release-volumes.ts'
import type { AgentPeers, AgentSelf } from '../agent-context.ts'

type Deps = Pick<AgentSelf, 'clock'> & Pick<AgentPeers, 'conductor' | 'volume'>

/** A disk created by this host, and which parts of it are new. */
export interface MadeDisk {
  readonly asked: Pick<HostedDisk, 'sourceType'>
  readonly disk: AttachedDisk
  /** Whether its attachment was created here, rather than earlier to reserve the volume. */
  readonly madeAttachment: boolean
}

/**
 * Whether the server will not be built any more: deleted, or failed for good. A server between two hosts does not
 * count.
 */
const isGivenUp = (server: HostedServer | undefined): boolean =>
  server === undefined ||
  (server.host === null && (server.vmState !== 'building' || server.taskState === 'scheduling'))

/**
 * After a failed build, deletes an attachment that only this host knows. An attachment that the conductor has recorded
 * is kept for the server's next host. If the server was given up meanwhile, this host releases the volume completely.
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
