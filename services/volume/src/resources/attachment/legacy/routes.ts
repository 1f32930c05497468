import * as operations from '@nimbo/contracts/volume/volume-actions'
import {
  attach,
  detach,
  forceDetach,
  initializeConnection,
  moveStatus,
  terminateConnection,
} from './legacy-attach.ts'
import { handle } from '../../../api/handle.ts'
import type { Attachment, Volume } from '../../../domain/volume.ts'
import { refuseWhileUsed } from '../refuse-while-used.ts'

const reserve = handle(operations.reserveVolume, async ({ ctx, app, params }) => {
  await moveStatus(app)(ctx, params.volume_id, {
    from: 'available',
    to: 'attaching',
    otherwise: (status) => `Volume status must be available to reserve, but the status is ${status}.`,
  })
})

const unreserve = handle(operations.unreserveVolume, async ({ ctx, app, params }) => {
  await moveStatus(app)(ctx, params.volume_id, { from: 'attaching', to: 'available' })
})

const beginDetaching = handle(operations.beginDetaching, async ({ ctx, app, params }) => {
  await moveStatus(app)(ctx, params.volume_id, {
    from: 'in-use',
    to: 'detaching',
    otherwise: () =>
      "Unable to detach volume. Volume status must be 'in-use' and attach_status must be 'attached' to detach.",
  })
})

const rollDetaching = handle(operations.rollDetaching, async ({ ctx, app, params }) => {
  await moveStatus(app)(ctx, params.volume_id, { from: 'detaching', to: 'in-use' })
})

const attachToServer = handle(operations.attachVolume, async ({ ctx, app, params, body }) => {
  const { instance_uuid, host_name, mountpoint, mode = 'rw' } = body['os-attach']
  const wanted = { serverId: instance_uuid ?? null, hostName: host_name ?? null, mountpoint, mode }
  await attach(app)(ctx, params.volume_id, wanted)
})

/** The attachments of a volume that a request refers to: the named one, or all. */
const meant = ({ attachments }: Volume, id: string | null | undefined): readonly Attachment[] =>
  id ? attachments.filter((one) => one.id === id) : attachments

const detachFromServer = handle(operations.detachVolume, async ({ ctx, app, params, body, found }) => {
  const id = body['os-detach']?.attachment_id ?? undefined
  await refuseWhileUsed(app)(ctx, meant(found.volume, id))
  await detach(app)(ctx, params.volume_id, id)
})

const detachByForce = handle(operations.forceDetachVolume, async ({ ctx, app, params, body, found }) => {
  const id = body['os-force_detach'].attachment_id ?? undefined
  await refuseWhileUsed(app)(ctx, meant(found.volume, id))
  await forceDetach(app)(ctx, params.volume_id, id)
})

const initialize = handle(operations.initializeConnection, async ({ ctx, app, params, body }) => {
  const asked = body['os-initialize_connection'].connector
  return { connection_info: await initializeConnection(app)(ctx, params.volume_id, asked) }
})

const terminate = handle(operations.terminateConnection, async ({ ctx, app, params, body, found }) => {
  await refuseWhileUsed(app)(ctx, found.volume.attachments)
  await terminateConnection(app)(ctx, params.volume_id, body['os-terminate_connection'].connector)
})

/** The volume actions for attaching, from before the attachments API of 3.27. */
export const volumeAttachActions = [
  reserve,
  unreserve,
  beginDetaching,
  rollDetaching,
  attachToServer,
  detachFromServer,
  detachByForce,
  initialize,
  terminate,
]
