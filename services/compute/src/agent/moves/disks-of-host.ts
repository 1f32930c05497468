import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { DisksAside } from '../../driver/hypervisor.ts'
import type { OtherHost } from './move-deps.ts'

/** Reads the disks of a server from another host, over the message bus. */
export const disksOfHost = (other: OtherHost, ctx: Context, serverId: ServerId): DisksAside => ({
  list: async () => (await other.disksAside(ctx, { serverId })).disks,
  read: async (name, offset, length) => {
    const { piece } = await other.readDiskAside(ctx, { serverId, name, offset, length })
    return piece === undefined ? undefined : Buffer.from(piece, 'base64')
  },
})
