import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../../app/app.ts'
import { beginWork } from '../../../app/begin-work.ts'
import { needType, needVolume } from '../../../app/need.ts'
import { listServices } from '../../../db/services.ts'
import { hasSnapshots } from '../../../db/snapshots.ts'
import { changeVolume } from '../../../db/volumes.ts'
import { requirePlain } from '../../../domain/encryption.ts'
import { aliveSince } from '../../../domain/service-liveness.ts'
import { isMigrating } from '../../../domain/volume.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { beginMove, moveOf } from './begin-move.ts'
import type { MoveVolume } from './move-flow.ts'

const notMovable =
  'Volume must be available or in-use, not be part of an active migration, have no snapshots and not belong to a group to be migrated.'

/** Migrates a volume to another back end; `locked` puts it in `maintenance` meanwhile. */
export const migrateVolume =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, host: string, { locked }: { readonly locked: boolean }): Promise<void> => {
    const target = queueOf(host)
    const services = await listServices(app.db, { binary: 'cinder-volume', host: target })
    const isThere = services.some(
      (each) => each.host === target && each.disabled === 0 && each.reported_at >= aliveSince(app),
    )
    if (!isThere) throw errors.InvalidHost({ reason: `No available service named '${host}'` })
    await beginWork(app, ctx, async (trx) => {
      const inside = { ...app, db: trx }
      const volume = await needVolume(inside, ctx, id)
      if (volume.status === 'in-use') requirePlain(volume, 'migrated while it is in use')
      if (
        volume.host === null ||
        volume.groupId !== null ||
        isMigrating(volume) ||
        (await hasSnapshots(trx, id))
      )
        throw errors.InvalidVolume({ reason: notMovable })
      const from = queueOf(volume.host)
      if (from === target)
        throw errors.InvalidHost({ reason: 'Destination host must be different than the current host.' })
      const status: MoveVolume['status'] = volume.status === 'in-use' ? 'in-use' : 'available'
      const change = {
        migration_status: 'starting',
        previous_status: status,
        ...(locked && status === 'available' ? { status: 'maintenance' } : {}),
      }
      if (!(await changeVolume(trx, id, [status], change, timestamp(app.clock))))
        throw errors.InvalidVolume({ reason: notMovable })
      const type = await needType(inside, ctx, volume.typeId)
      const input: MoveVolume = {
        ...moveOf(volume, type),
        ...{ onHost: target, from, status, mayMove: true, asked: 'host' },
      }
      return { flowId: await beginMove(app, trx, ctx, input) }
    })
  }
