import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../../app/app.ts'
import { needVolume } from '../../../app/need.ts'
import { giveAttachments, removeAttachmentsOf, updateAttachment } from '../../../db/attachments.ts'
import { findVolume, removeVolume, updateVolume } from '../../../db/volumes.ts'
import { isMigrating, type Volume } from '../../../domain/volume.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { exportTo } from '../../attachment/attachments.ts'
import { attach, detach } from '../../attachment/legacy/legacy-attach.ts'
import { notTaken, replacementOf } from './replacement.ts'

/**
 * Refuses to complete an extension: back ends extend attached volumes without the help of a server, so no volume waits for one.
 */
export const refuseExtension = ({ id, status }: Volume): never => {
  throw errors.InvalidVolume({
    reason:
      status === 'extending'
        ? `The extension of volume ${id} waits for no server.`
        : `Volume ${id} status must be extending, but current status is: ${status}.`,
  })
}

const isReplacement = ({ migrationStatus }: Volume): boolean =>
  migrationStatus?.startsWith('target:') ?? false

interface Completed {
  readonly from: Volume
  readonly newId: string
  readonly hasFailed: boolean
}

/** Moves the attachments from one volume to another, for a swap that is not a migration of this service. */
const handOver = async (
  app: VolumeApp,
  ctx: Context,
  { from, to }: { readonly from: Volume; readonly to: Volume },
): Promise<void> => {
  const holders = to.attachments.map(({ serverId }) => serverId)
  for (const { id, serverId, host, mountpoint, mode } of from.attachments) {
    await detach(app)(ctx, from.id, id)
    // Nova has attached the other volume to this server already.
    if (holders.includes(serverId)) continue
    const wanted = { serverId, hostName: host, mountpoint: mountpoint ?? '', mode: mode ?? 'rw' }
    await attach(app)(ctx, to.id, wanted)
  }
}

/** Renames the destination volume on its back end to the id of the source. Idempotent. */
const rename = async (app: VolumeApp, ctx: Context, from: Volume, to: Volume): Promise<void> => {
  const host = app.hosts.on(queueOf(to.host ?? ''))
  const { volumes } = await host.listExisting(ctx, {})
  const made = volumes.find(({ id }) => id === to.id)
  if (made !== undefined) await host.adoptVolume(ctx, { volumeId: from.id, name: made.name })
}

/** Exports the volume again for each attachment and records the new connection, since its name on the back end changed. */
const exportAnew = async (app: VolumeApp, ctx: Context, volumeId: string): Promise<void> => {
  const volume = await findVolume(app.db, volumeId, undefined)
  if (volume === undefined) return
  for (const { id, connector, mode } of volume.attachments) {
    if (connector === null) continue
    const info = await exportTo(app, ctx, volume, connector)
    await updateAttachment(app.db, id, {
      connection_info: JSON.stringify({ ...info, attachment_id: id, access_mode: mode }),
      updated_at: timestamp(app.clock),
    })
  }
}

/** Servers write to the destination now, so it gets the id of the source. The old data is left to the flow of the migration. */
const becomeVolume = async (app: VolumeApp, ctx: Context, from: Volume, to: Volume): Promise<void> => {
  const now = timestamp(app.clock)
  await updateVolume(app.db, from.id, { migration_status: 'completing' }, now)
  for (const { connector } of from.attachments)
    if (connector !== null && from.host !== null)
      await app.hosts
        .on(queueOf(from.host))
        .unexportVolume(ctx, { volumeId: from.id, connector: { ...connector } })
  await rename(app, ctx, from, to)
  await inTransaction(app.db, async (trx) => {
    await removeAttachmentsOf(trx, from.id)
    await giveAttachments(trx, { from: to.id, to: from.id })
    await updateVolume(trx, from.id, { host: to.host }, now)
    await removeVolume(trx, to.id)
  })
}

/**
 * Completes a migration after Nova has swapped the volumes of servers. The destination that this service created for the
 * migration takes the place of the source; in a swap that is no migration, the attachments move to the other volume. Returns the
 * id of the volume that stays. Idempotent.
 */
export const completeMigration =
  (app: VolumeApp) =>
  async (ctx: Context, { from, newId, hasFailed }: Completed): Promise<string> => {
    const wasCompleted = ['completing', 'success'].includes(from.migrationStatus ?? '')
    if (wasCompleted && (await findVolume(app.db, newId, undefined)) === undefined) {
      await exportAnew(app, ctx, from.id)
      return from.id
    }
    const to = await needVolume(app, ctx, newId)
    if (!isMigrating(from) && !isReplacement(to)) {
      if (!hasFailed) await handOver(app, ctx, { from, to })
      return to.id
    }
    if (!isMigrating(from)) throw errors.InvalidVolume({ reason: 'Source volume not mid-migration.' })
    if (to.migrationStatus === null)
      throw errors.InvalidVolume({ reason: 'Destination volume not mid-migration.' })
    if (to.migrationStatus !== replacementOf(from.id) && to.migrationStatus !== notTaken)
      throw errors.InvalidVolume({
        reason: `Destination has migration_status ${to.migrationStatus}, expected ${replacementOf(from.id)}.`,
      })
    if (hasFailed) {
      await updateVolume(app.db, to.id, { migration_status: notTaken }, timestamp(app.clock))
      return from.id
    }
    await becomeVolume(app, ctx, from, to)
    await exportAnew(app, ctx, from.id)
    return from.id
  }
