import type { Context } from '@nimbo/kernel/context'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { reserveVolume } from '../../resources/reserve-volume.ts'
import type { FlowDeps, HoldsParts } from '../flow-deps.ts'
import type { ServerRecord } from '../server-record.ts'

/** Disconnects a server's volumes from its host, and keeps them reserved until the next host connects them. */
export const freeVolumes = async (
  { volume, clock }: Pick<HoldsParts, 'volume'> & Pick<FlowDeps, 'clock'>,
  ctx: Context,
  { server, cell, disks }: ServerRecord,
): Promise<void> => {
  for (const { id, volumeId } of disks) {
    if (volumeId === undefined) continue
    const attachment_id = await reserveVolume(volume, ctx, { volumeId, serverId: server.id })
    await blockDevices(cell, clock).update(id, { attachment_id, connection_info: null })
  }
}
