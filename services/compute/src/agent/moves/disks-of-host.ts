import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DisksAside } from '../../driver/hypervisor.ts'
import type { OtherHost } from './move-deps.ts'

/** The disks of a server as another host reads them out, over the broker that both hang on. */
export const disksOfHost = (other: OtherHost, ctx: Context, serverId: ServerId): DisksAside => ({
  list: async () => (await other.disksAside(ctx, { serverId })).disks,
  read: async (name, offset, length) => {
    const { piece } = await other.readDiskAside(ctx, { serverId, name, offset, length })
    return piece === undefined ? undefined : Buffer.from(piece, 'base64')
  },
})
