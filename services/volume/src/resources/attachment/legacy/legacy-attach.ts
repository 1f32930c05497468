import type { VolumeStatus } from '@nimbo/contracts/volume/statuses'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type AttachmentId, newId } from '@nimbo/kernel/ids'
import { insertAttachment, updateAttachment } from '../../../db/attachments.ts'
import { changeVolume, findVolume } from '../../../db/volumes.ts'
import { isReadonly } from '../../../domain/admin-metadata.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import type { VolumeApp } from '../../../app/app.ts'
import { type Connector, deleteAttachment, exportTo } from '../attachments.ts'
import { attachOrDetach } from '../change-attachments.ts'
import { needVolume } from '../../../app/need.ts'

/**
 * A change of status by the older attach API. `otherwise` makes the error message for a volume with another status than `from`.
 */
interface StatusMove {
  readonly from: VolumeStatus
  readonly to: VolumeStatus
  readonly otherwise?: (status: VolumeStatus) => string
}

/**
 * Changes the status of a volume. For another status than `from`, throws; or, without `otherwise`, does nothing, since the
 * change would only take back an earlier one.
 */
export const moveStatus =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, { from, to, otherwise }: StatusMove): Promise<void> => {
    const { status } = await needVolume(app, ctx, id)
    if (await changeVolume(app.db, id, [from], { status: to }, timestamp(app.clock))) return
    if (otherwise) throw errors.InvalidVolume({ reason: otherwise(status) })
  }

export interface LegacyAttachment {
  readonly serverId: string | null
  readonly hostName: string | null
  readonly mountpoint: string
  readonly mode: string
}

/** Records that a server has attached the volume. */
export const attach =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, wanted: LegacyAttachment): Promise<void> => {
    const seen = await needVolume(app, ctx, id)
    await attachOrDetach(app, ctx, 'attach', id, async (trx) => {
      const volume = await findVolume(trx, id, undefined)
      if (!volume || !['available', 'reserved', 'attaching'].includes(volume.status)) {
        throw errors.InvalidVolume({
          reason: `Volume status must be available or reserved, but is ${volume?.status ?? seen.status}.`,
        })
      }
      if (wanted.mode === 'rw' && isReadonly(volume))
        throw errors.InvalidVolume({ reason: `Volume ${id} is read-only and cannot be attached in rw mode.` })
      const now = timestamp(app.clock)
      const attached = {
        status: 'attached',
        mode: wanted.mode,
        mountpoint: wanted.mountpoint,
        host: wanted.hostName,
        attached_at: now,
        updated_at: now,
      }
      const held = volume.attachments.find(({ serverId }) => serverId === wanted.serverId)
      if (held) await updateAttachment(trx, held.id, attached)
      else {
        await insertAttachment(trx, {
          id: newId<AttachmentId>(),
          volume_id: id,
          project_id: volume.projectId,
          instance_uuid: wanted.serverId,
          connector: null,
          connection_info: null,
          created_at: now,
          ...attached,
        })
      }
    })
  }

/** Statuses that a volume can be left in when detaching failed. */
const ofBrokenDetach: readonly VolumeStatus[] = ['error', 'in-use', 'attaching', 'detaching', 'reserved']

/** Removes one attachment of a volume, or its only one. */
export const detach =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, attachmentId: string | undefined): Promise<void> => {
    const { attachments } = await needVolume(app, ctx, id)
    if (attachmentId === undefined && attachments.length > 1) {
      throw errors.InvalidVolume({
        reason: 'Detach volume failed: More than one attachment, but no attachment_id provided.',
      })
    }
    const [only] = attachments
    if (attachmentId === undefined && only === undefined) {
      // Nothing is attached, though the status may still say otherwise.
      await changeVolume(app.db, id, ofBrokenDetach, { status: 'available' }, timestamp(app.clock))
      return
    }
    const ended = attachmentId === undefined ? only : attachments.find((one) => one.id === attachmentId)
    if (!ended) {
      throw errors.InvalidVolume({ reason: `Unable to detach volume ${id}: it has no such attachment.` })
    }
    await deleteAttachment(app)(ctx, ended.id)
  }

/** Like {@link detach}, whatever the status of the volume; without attachments it becomes available. */
export const forceDetach =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, attachmentId: string | undefined): Promise<void> => {
    const { attachments } = await needVolume(app, ctx, id)
    if (attachments.length > 0) await detach(app)(ctx, id, attachmentId)
    const left = await needVolume(app, ctx, id)
    if (left.attachments.length > 0) return
    await changeVolume(app.db, id, ofBrokenDetach, { status: 'available' }, timestamp(app.clock))
  }

/** Exports the volume to a host, and returns the connection. */
export const initializeConnection =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, connector: Connector): Promise<Record<string, unknown>> => {
    const { driver_volume_type, ...data } = await exportTo(
      app,
      ctx,
      await needVolume(app, ctx, id),
      connector,
    )
    return { driver_volume_type, data }
  }

/**
 * Ends the export to a host, unless another attachment of the volume on that host still uses it: one with a connection, whose
 * deletion ends the export, or one besides the caller's, which callers terminate before they detach it.
 */
export const terminateConnection =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, connector: Connector): Promise<void> => {
    const { host, attachments } = await needVolume(app, ctx, id)
    if (host === null) return
    const there = attachments.filter((one) => one.host === (connector.host ?? null))
    if (there.length > 1 || there.some((one) => one.connector !== null)) return
    await app.hosts.on(queueOf(host)).unexportVolume(ctx, { volumeId: id, connector: { ...connector } })
  }
