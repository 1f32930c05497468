import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../../app/app.ts'
import { needVolume } from '../../../app/need.ts'
import type { Volume } from '../../../domain/volume.ts'
import { errors } from '../../../errors.ts'
import { attach, detach } from '../../attachment/legacy/legacy-attach.ts'

/** Refuses to end a growth: the back ends grow volumes by themselves, servers or not, and no volume waits for a server. */
export const refuseExtension = ({ id, status }: Volume): never => {
  throw errors.InvalidVolume({
    reason:
      status === 'extending'
        ? `The extension of volume ${id} waits for no server.`
        : `Volume ${id} status must be extending, but current status is: ${status}.`,
  })
}

const isMoving = ({ migrationStatus }: Volume): boolean =>
  ['starting', 'migrating', 'completing'].includes(migrationStatus ?? '')

/**
 * Servers have gone over from one volume to another: what holds the first holds the second from now on. Volumes that the
 * service itself moves have no other one, and end by themselves. Gives the id of the volume that stays.
 */
export const completeMigration =
  (app: VolumeApp) =>
  async (ctx: Context, from: Volume, newId: string, hasFailed: boolean): Promise<string> => {
    const to = await needVolume(app, ctx, newId)
    if (!isMoving(from) && !isMoving(to)) {
      if (!hasFailed)
        for (const { id, serverId, host, mountpoint, mode } of from.attachments) {
          await detach(app)(ctx, from.id, id)
          const wanted = { serverId, hostName: host, mountpoint: mountpoint ?? '', mode: mode ?? 'rw' }
          await attach(app)(ctx, to.id, wanted)
        }
      return to.id
    }
    if (!isMoving(from)) throw errors.InvalidVolume({ reason: 'Source volume not mid-migration.' })
    if (!isMoving(to)) throw errors.InvalidVolume({ reason: 'Destination volume not mid-migration.' })
    throw errors.InvalidVolume({
      reason: `Destination has migration_status ${to.migrationStatus}, expected target:${from.id}.`,
    })
  }
