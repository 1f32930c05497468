import type { OperationOf } from '@nimbo/contracts/compute-rpc/operation'
import { timestamp } from '@nimbo/kernel/clock'
import { blockDevices } from '../../../db/servers/block-devices.ts'
import { instances } from '../../../db/servers/instances.ts'
import { requestSpecs } from '../../../db/servers/request-specs.ts'
import type { ServerRecord } from '../../server-record.ts'
import type { Consequences } from './consequences.ts'

/** The root disk whose volume gets another image. */
const reimaged = ({ reimage }: OperationOf<'rebuild'>, { disks }: ServerRecord) =>
  reimage && disks.find(({ volumeId }) => volumeId === reimage.volumeId)

export const rebuild: Consequences<'rebuild'> = {
  payload: ({ record: { server } }) => ({
    versioned: { trusted_image_certificates: server.trustedImageCertificates },
  }),
  prepare: async (_ctx, { order, record }, { databases, clock }) => {
    if (order.image !== undefined)
      await requestSpecs(databases.api, clock).setImage(record.server.id, order.image)
    if (order.reimage !== undefined) {
      const { id, imageProperties } = record.server
      await requestSpecs(databases.api, clock).setVolumeProperties(id, imageProperties)
    }
  },
  record: async (trx, { order, record, operated }, { clock }) => {
    const root = reimaged(order, record)
    if (root !== undefined && operated.disk?.attachmentId !== undefined)
      await blockDevices(trx, clock).update(root.id, {
        attachment_id: operated.disk.attachmentId,
        connection_info: JSON.stringify(operated.disk.connectionInfo),
      })
    await instances(trx, clock).update(record.server.id, {
      sealedSecrets: null,
      launchedAt: timestamp(clock),
      progress: 100,
      ...(order.stopped ? { vmState: 'stopped' } : {}),
    })
  },
  // The host may have replaced the attachment before it failed.
  giveBack: async (ctx, { order, record }, { volume, clock }) => {
    const root = reimaged(order, record)
    if (root?.volumeId === undefined) return
    const { volumeId, attachmentId } = root
    const held = await volume.attachmentsOf(ctx, { volumeId, serverId: record.server.id })
    const [other] = held
    if (other !== undefined && !held.some(({ id }) => id === attachmentId))
      await blockDevices(record.cell, clock).update(root.id, { attachment_id: other.id })
  },
  forget: async (trx, { record }, { clock }) => {
    await instances(trx, clock).update(record.server.id, { sealedSecrets: null })
  },
}
