import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { type AttachmentId, newId } from '@nimbo/kernel/ids'
import { type Enforce, scopeOf, type VolumeApp } from '../../app/app.ts'
import { needAttachment, needVolume } from '../../app/need.ts'
import {
  findAttachment,
  insertAttachment,
  listAttachments as listRows,
  removeAttachment,
  updateAttachment as updateRow,
} from '../../db/attachments.ts'
import { findType } from '../../db/volume-types.ts'
import { findVolume } from '../../db/volumes.ts'
import { isReadonly } from '../../domain/admin-metadata.ts'
import { type Attachment, refusalToReserve, type Volume } from '../../domain/volume.ts'
import { queueOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'
import { needQosSpec } from '../qos-spec/qos-specs.ts'
import { specsForSize } from '../qos-spec/specs-for-size.ts'
import { attachOrDetach, changeAttachments } from './change-attachments.ts'

export type Connector = Readonly<Record<string, unknown>>

export interface AttachmentOrder {
  readonly volumeId: string
  readonly serverId: string | null
  readonly connector?: Connector | undefined
  readonly mode?: string | undefined
}

/** Reserves a volume for a server; with a connector, also exports it to the host. */
export const createAttachment =
  (app: VolumeApp) =>
  async (ctx: Context, order: AttachmentOrder, enforce: Enforce): Promise<Attachment> => {
    const seen = await needVolume(app, ctx, order.volumeId)
    const id = newId<AttachmentId>()
    const now = timestamp(app.clock)
    await changeAttachments(app, seen.id, async (trx) => {
      const volume = await findVolume(trx, seen.id, undefined)
      if (!volume) throw errors.VolumeNotFound({ id: seen.id })
      const reason = refusalToReserve(volume, order.serverId)
      if (reason !== undefined) throw errors.InvalidVolume({ reason })
      if (volume.multiattach && volume.bootable && volume.attachments.length > 0)
        enforce('volume:multiattach_bootable_volume', { project_id: volume.projectId })
      await insertAttachment(trx, {
        id,
        volume_id: volume.id,
        project_id: volume.projectId,
        instance_uuid: order.serverId,
        status: 'reserved',
        mode: modeOf(volume, order.mode),
        mountpoint: null,
        host: null,
        connector: null,
        connection_info: null,
        attached_at: null,
        created_at: now,
        updated_at: now,
      })
    })
    if (order.connector === undefined || Object.keys(order.connector).length === 0)
      return needAttachment(app, ctx, id)
    try {
      return await connectAttachment(app)(ctx, id, order.connector)
    } catch (error) {
      // The caller gets no id, and so cannot delete the attachment.
      await changeAttachments(app, seen.id, (trx) => removeAttachment(trx, id))
      throw error
    }
  }

const modeOf = (volume: Volume, asked: string | undefined): string => {
  if (asked === 'rw' && isReadonly(volume)) {
    throw errors.InvalidVolume({
      reason: `Volume ${volume.id} is read-only and cannot be attached in rw mode.`,
    })
  }
  return asked ?? (isReadonly(volume) ? 'ro' : 'rw')
}

/** Exports an attachment's volume to a host and records the connection. Idempotent for the same host. */
export const connectAttachment =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, connector: Connector): Promise<Attachment> => {
    const attachment = await needAttachment(app, ctx, id)
    const volume = await needVolume(app, ctx, attachment.volumeId)
    const info = await exportTo(app, ctx, volume, connector)
    const mountpoint = typeof connector.mountpoint === 'string' ? connector.mountpoint : null
    const host = typeof connector.host === 'string' ? connector.host : null
    const isKnown = await attachOrDetach(app, ctx, 'attach', volume.id, async (trx) => {
      // Read here, because a repeated call may have connected and completed the attachment while this one exported.
      const now = await findAttachment(trx, id, undefined)
      return updateRow(trx, id, {
        ...(now?.status === 'attached' ? {} : { status: 'attaching' }),
        ...(mountpoint === null ? {} : { mountpoint }),
        host,
        connector: JSON.stringify(connector),
        connection_info: JSON.stringify({ ...info, attachment_id: id, access_mode: attachment.mode }),
        updated_at: timestamp(app.clock),
      })
    })
    if (!isKnown) {
      // The attachment was deleted before its connection was recorded, so its deletion did not end this export.
      await endExport(app, ctx, { ...attachment, host, connector })
      throw errors.VolumeAttachmentNotFound({ id })
    }
    return needAttachment(app, ctx, id)
  }

/** Exports a volume to a host. Returns the connection as one flat object: the type of connection next to its data. */
export const exportTo = async (
  app: VolumeApp,
  ctx: Context,
  volume: Volume,
  connector: Connector,
): Promise<Readonly<Record<string, unknown>>> => {
  if (volume.host === null)
    throw errors.InvalidVolume({ reason: `Volume ${volume.id} has not been created yet.` })
  try {
    const host = app.hosts.on(queueOf(volume.host))
    const { driver_volume_type, data } = await host.exportVolume(ctx, {
      volumeId: volume.id,
      connector: { ...connector },
    })
    return {
      ...data,
      driver_volume_type,
      encrypted: volume.encryptionKeyId !== null,
      // The name of the flag in Nova; with it, compute hosts let several guests write to the disk.
      ...(volume.multiattach ? { multiattach: true } : {}),
      qos_specs: await promisesToServers(app, volume),
    }
  } catch (cause) {
    throw errors.VolumeBackendAPIException(
      { reason: `Unable to create export for volume ${volume.id}: ${messageOf(cause)}` },
      { cause },
    )
  }
}

/** The QoS specs of the volume's type that the hypervisor enforces; null if there are none. */
const promisesToServers = async (
  { db }: VolumeApp,
  { typeId, size }: Volume,
): Promise<Readonly<Record<string, string>> | null> => {
  const type = await findType(db, typeId, undefined)
  if (!type?.qosSpecsId) return null
  const { consumer, specs } = await needQosSpec(db, type.qosSpecsId)
  return consumer === 'back-end' ? null : specsForSize(specs, size)
}

/** Marks the volume as in use by the host. */
export const completeAttachment =
  (app: VolumeApp) =>
  async (ctx: Context, id: string): Promise<void> => {
    const attachment = await needAttachment(app, ctx, id)
    if (attachment.status === 'attached') return
    // The attachment need not have a connection: shelved servers keep their volumes this way.
    await changeAttachments(app, attachment.volumeId, async (trx) => {
      const now = timestamp(app.clock)
      const changed = await updateRow(trx, id, { status: 'attached', attached_at: now, updated_at: now })
      if (!changed) throw errors.VolumeAttachmentNotFound({ id })
    })
  }

/** Ends the export, if there is one, and removes the attachment. Returns the remaining attachments of the volume. */
export const deleteAttachment =
  (app: VolumeApp) =>
  async (ctx: Context, id: string): Promise<readonly Attachment[]> => {
    const attachment = await needAttachment(app, ctx, id)
    const isOver = await endExport(app, ctx, attachment)
    const { removed, left } = await attachOrDetach(app, ctx, 'detach', attachment.volumeId, async (trx) => {
      const removed = await findAttachment(trx, id, undefined)
      await removeAttachment(trx, id)
      return { removed, left: (await findVolume(trx, attachment.volumeId, undefined))?.attachments ?? [] }
    })
    // Tried again: the export may have been shared with an attachment that is gone by now, or may have begun meanwhile.
    if (removed && !isOver) await endExport(app, ctx, removed, left)
    return left
  }

/**
 * Ends the export of an attachment; false if another attachment of the volume on the same host still needs it, or if there is no
 * export because the attachment has no connector.
 */
const endExport = async (
  app: VolumeApp,
  ctx: Context,
  attachment: Attachment,
  known?: readonly Attachment[],
): Promise<boolean> => {
  const volume = await findVolume(app.db, attachment.volumeId, undefined)
  if (!volume?.host || attachment.connector === null) return false
  const shared = (known ?? volume.attachments).some(
    (other) => other.id !== attachment.id && other.connector !== null && other.host === attachment.host,
  )
  if (shared) return false
  await app.hosts
    .on(queueOf(volume.host))
    .unexportVolume(ctx, { volumeId: volume.id, connector: { ...attachment.connector } })
  return true
}

export interface AttachmentList {
  readonly filters: Parameters<typeof listRows>[1]['filters']
  readonly limit: number
  readonly marker?: string | undefined
  readonly allProjects: boolean
}

/** A page of the attachments that the caller may see, newest first. */
export const listAttachments =
  (app: VolumeApp) =>
  async (ctx: Context, list: AttachmentList): Promise<readonly Attachment[]> => {
    const scope = list.allProjects ? scopeOf(app, ctx) : (ctx.projectId ?? '')
    const marker =
      list.marker === undefined ? undefined : await findAttachment(app.db, list.marker, scopeOf(app, ctx))
    if (list.marker !== undefined && !marker) throw errors.VolumeAttachmentNotFound({ id: list.marker })
    return listRows(app.db, { projectId: scope, filters: list.filters, limit: list.limit, marker })
  }
