import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { changeVolume } from '../../../db/volumes.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { extendVolumeFlow } from '../../../flows/extend-volume.ts'
import type { VolumeApp } from '../../../app/app.ts'
import { beginWork } from '../../../app/begin-work.ts'
import { needVolume } from '../../../app/need.ts'
import { reserveQuota } from '../../../app/reserve-quota.ts'

/** Sets the volume to `extending` together with the flow that extends it; a volume in use only if `attached` is set. */
export const extendVolume =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, sizeGb: number, { attached = false } = {}): Promise<void> => {
    await beginWork(app, ctx, async (trx) => {
      const volume = await needVolume({ ...app, db: trx }, ctx, id)
      const { status, host } = volume
      const allowed = attached ? 'available or in-use' : 'available'
      if (host === null || !(status === 'available' || (attached && status === 'in-use'))) {
        throw errors.InvalidVolume({
          reason: `Volume ${id} status must be ${allowed} to extend, currently ${status}.`,
        })
      }
      const more = sizeGb - volume.size
      if (more <= 0) {
        throw errors.InvalidInput({
          reason: `New size for extend must be greater than current size. (current: ${volume.size}, extended: ${sizeGb}).`,
        })
      }
      await reserveQuota(app, trx, volume.projectId, {
        gigabytes: more,
        volumeSize: sizeGb,
        typeName: volume.typeName,
      })
      const change = { status: 'extending', growing_by: more }
      if (!(await changeVolume(trx, id, [status], change, timestamp(app.clock))))
        throw errors.ConcurrentChange({ id })
      await app.notices.volume(trx, ctx, 'resize', 'start', id)
      const flowId = await insertFlow(trx, extendVolumeFlow, {
        subject: id,
        ctx,
        clock: app.clock,
        input: { volumeId: id, host: queueOf(host), sizeGb },
      })
      return { flowId }
    })
  }
