import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { newId, type VolumeId } from '@nimbo/kernel/ids'
import type { VolumeApp } from '../../app/app.ts'
import { beginWork } from '../../app/begin-work.ts'
import { defaultType } from '../../app/default-type.ts'
import { needVolume, resolveType } from '../../app/need.ts'
import { reserveQuota } from '../../app/reserve-quota.ts'
import { setVolumeMetadata, type Texts } from '../../db/metadata.ts'
import { findEncryption } from '../../db/type-encryption.ts'
import { insertVolume } from '../../db/volumes.ts'
import { allowsMultiattach, type Volume } from '../../domain/volume.ts'
import { poolNameOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'
import { manageVolumeFlow } from './manage-volume-flow.ts'
import { needHost, type Place } from './need-host.ts'

export interface ExistingVolumeOrder {
  readonly place: Place
  readonly reference: Readonly<Record<string, string>>
  readonly name: string | null
  readonly description: string | null
  /** Id or name. */
  readonly type: string | null
  readonly zone: string | null
  readonly bootable: boolean
  readonly metadata: Texts
}

/** The request names the host in its body, so an unknown host is answered with 400, not 404. */
const asBadRequest =
  (place: Place) =>
  (error: unknown): never => {
    if (!isFault(error, 'ServiceNotFound')) throw error
    const named = 'host' in place ? `Host '${place.host}'` : `Cluster '${place.cluster}'`
    throw errors.BadRequest({ reason: `${named} not found` })
  }

/** Inserts a volume, in `managing`, for one that exists on a back end, together with the flow that adopts it. */
export const manageVolume =
  (app: VolumeApp) =>
  async (ctx: Context, order: ExistingVolumeOrder): Promise<Volume> => {
    const { reference, name, description, zone, bootable } = order
    const host = await needHost(app, order.place).catch(asBadRequest(order.place))
    if (zone !== null && zone !== app.zone)
      throw errors.InvalidInput({ reason: `Availability zone '${zone}' is invalid.` })
    const type = order.type === null ? await defaultType(app)(ctx) : await resolveType(app, ctx, order.type)
    if (await findEncryption(app.db, type.id))
      throw errors.InvalidInput({ reason: `Volumes of type ${type.name} are encrypted from the start.` })
    const projectId = ctx.projectId ?? ''
    const id = newId<VolumeId>()
    const now = timestamp(app.clock)
    const { volume } = await beginWork(app, ctx, async (trx) => {
      await reserveQuota(app, trx, projectId, { volumes: 1, typeName: type.name })
      await insertVolume(trx, {
        ...{ id, project_id: projectId, user_id: ctx.userId ?? '', name, description },
        ...{ size: 0, growing_by: 0, status: 'managing', availability_zone: app.zone },
        ...{ volume_type_id: type.id, host: poolNameOf(host), bootable: 0 },
        ...{ multiattach: allowsMultiattach(type.extraSpecs) ? 1 : 0, consumes_quota: 1 },
        ...{ snapshot_id: null, source_volid: null, image_metadata: null },
        ...{ created_at: now, updated_at: now, launched_at: null },
      })
      await setVolumeMetadata(trx, id, order.metadata)
      await app.notices.volume(trx, ctx, 'manageExisting', 'start', id)
      const input = { volumeId: id, host, reference, extraSpecs: type.extraSpecs, bootable }
      const flowId = await insertFlow(trx, manageVolumeFlow, { subject: id, ctx, clock: app.clock, input })
      return { flowId, volume: await needVolume({ ...app, db: trx }, ctx, id) }
    })
    return volume
  }
