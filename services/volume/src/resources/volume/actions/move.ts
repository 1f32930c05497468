import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type FlowId, newId } from '@nimbo/kernel/ids'
import type { VolumeApp } from '../../../app/app.ts'
import { beginWork } from '../../../app/begin-work.ts'
import { needType, needVolume, resolveType } from '../../../app/need.ts'
import { reserveTypeQuota } from '../../../app/reserve-quota.ts'
import type { Db } from '../../../db/db.ts'
import { listServices } from '../../../db/services.ts'
import { hasSnapshots } from '../../../db/snapshots.ts'
import { findEncryption } from '../../../db/type-encryption.ts'
import type { VolumeType } from '../../../db/volume-types.ts'
import { changeVolume } from '../../../db/volumes.ts'
import { requirePlain } from '../../../domain/encryption.ts'
import { aliveSince } from '../../../domain/service-liveness.ts'
import { allowsMultiattach, type Volume } from '../../../domain/volume.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { moveAttachedVolumeFlow } from './move-attached-flow.ts'
import { type MoveVolume, moveVolumeFlow } from './move-flow.ts'

/** The part of the flow's input that follows from the volume and its new type. */
const moveOf = (
  volume: Volume,
  type: VolumeType,
): Omit<MoveVolume, 'from' | 'status' | 'mayMove' | 'asked'> => ({
  volumeId: volume.id,
  sizeGb: volume.size,
  zone: volume.availabilityZone,
  extraSpecs: type.extraSpecs,
  typeId: type.id,
  multiattach: allowsMultiattach(type.extraSpecs),
  ignoreHosts: [],
})

const notRetypable =
  'Retype needs volume to be in available or in-use state, not be part of an active migration or a consistency group, requested type has to be different that the one from the volume, and for in-use volumes front-end qos specs cannot change.'

/** Retypes a volume; migrates it if the type needs another back end and `onDemand` is set. */
export const retypeVolume =
  (app: VolumeApp) =>
  async (
    ctx: Context,
    id: string,
    newType: string,
    { onDemand }: { readonly onDemand: boolean },
  ): Promise<void> => {
    await beginWork(app, ctx, async (trx) => {
      const inside = { ...app, db: trx }
      const volume = await needVolume(inside, ctx, id)
      const type = await resolveType(inside, ctx, newType)
      requirePlain(volume, 'given another type')
      if (await findEncryption(trx, type.id))
        throw errors.InvalidInput({ reason: `Volumes of type ${type.name} are encrypted from the start.` })
      const { status, host } = volume
      if (host === null || type.id === volume.typeId || !(status === 'available' || status === 'in-use'))
        throw errors.InvalidVolume({ reason: notRetypable })
      if (status === 'in-use') await requireSameForServers(inside, ctx, volume, type)
      await reserveTypeQuota(app, trx, volume.projectId, {
        ...{ volumes: 1, gigabytes: volume.size, typeName: type.name },
      })
      const change = { status: 'retyping', previous_status: status }
      if (!(await changeVolume(trx, id, [status], change, timestamp(app.clock))))
        throw errors.ConcurrentChange({ id })
      // A migration copies only the volume, not its snapshots.
      const mayMove = onDemand && !(await hasSnapshots(trx, id))
      const from = queueOf(host)
      const input = {
        ...moveOf(volume, type),
        ignoreHosts: [from],
        from,
        status,
        mayMove,
        asked: 'type' as const,
      }
      return { flowId: await beginMove(app, trx, ctx, input) }
    })
  }

/** A volume in use is migrated with Nova's help. */
const beginMove = (
  { clock }: Pick<VolumeApp, 'clock'>,
  trx: Db,
  ctx: Context,
  input: MoveVolume,
): Promise<FlowId> => {
  const begun = { subject: input.volumeId, ctx, clock }
  return input.status === 'in-use'
    ? insertFlow(trx, moveAttachedVolumeFlow, { ...begun, input: { ...input, replacementId: newId() } })
    : insertFlow(trx, moveVolumeFlow, { ...begun, input })
}

/** A running server keeps the QoS specs and the multiattach of its volume, so they must not change. */
const requireSameForServers = async (
  app: VolumeApp,
  ctx: Context,
  volume: Volume,
  type: VolumeType,
): Promise<void> => {
  const old = await needType(app, ctx, volume.typeId)
  if (old.qosSpecsId !== type.qosSpecsId) throw errors.InvalidVolume({ reason: notRetypable })
  if (allowsMultiattach(type.extraSpecs) !== volume.multiattach) {
    throw errors.InvalidInput({
      reason: 'Changing the multiattach of a volume requires it to be in status available.',
    })
  }
}

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
    if (!isThere) throw errors.InvalidHost({ reason: `No available service named ${host}` })
    await beginWork(app, ctx, async (trx) => {
      const inside = { ...app, db: trx }
      const volume = await needVolume(inside, ctx, id)
      if (volume.status === 'in-use') requirePlain(volume, 'migrated while it is in use')
      const isMoving = ['starting', 'migrating', 'completing'].includes(volume.migrationStatus ?? '')
      if (volume.host === null || volume.groupId !== null || isMoving || (await hasSnapshots(trx, id)))
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
