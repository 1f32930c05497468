import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { DiskConnection } from '../../driver/hypervisor.ts'
import { diskConnection } from '../volumes/disk-connection.ts'
import type { MoveDeps } from './move-deps.ts'

/** The volumes of a server as connected to this host, and what to record about them. */
export interface ExportedHere {
  readonly volumes: readonly DiskConnection[]
  readonly disks: NonNullable<Moved['disks']>
}

/**
 * Connects the volumes of a server to this host too, each by a second attachment beside that of the host where the
 * guest still runs.
 */
export const exportHere =
  ({ volume, connector }: Pick<MoveDeps, 'volume' | 'connector'>) =>
  async (ctx: Context, server: Pick<HostedServer, 'id' | 'disks'>): Promise<ExportedHere> => {
    const volumes: DiskConnection[] = []
    const disks: NonNullable<Moved['disks']>[number][] = []
    for (const disk of server.disks) {
      const { volumeId, deviceName: device } = disk
      if (volumeId === undefined || device === undefined) continue
      const here = { ...connector, mountpoint: device }
      const held = await volume.attachmentsOf(ctx, { volumeId, serverId: server.id })
      const own = held.find(({ id }) => id !== disk.attachmentId)
      const attachment =
        own === undefined
          ? await volume.createAttachment(ctx, volumeId, server.id, here)
          : await volume.updateAttachment(ctx, own.id, here)
      volumes.push(diskConnection(attachment, { ...disk, device }))
      disks.push({
        ...{ id: disk.id, device, attachmentId: attachment.id },
        connectionInfo: attachment.connection_info,
      })
    }
    return { volumes, disks }
  }
