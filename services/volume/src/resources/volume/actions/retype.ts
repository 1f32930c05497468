import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { reverter } from '@nimbo/kernel/reverter'
import type { Enforce, VolumeApp } from '../../../app/app.ts'
import { beginWork } from '../../../app/begin-work.ts'
import { needType, needVolume, resolveType } from '../../../app/need.ts'
import { reserveTypeQuota } from '../../../app/reserve-quota.ts'
import type { Db } from '../../../db/db.ts'
import { hasSnapshots } from '../../../db/snapshots.ts'
import type { VolumeType } from '../../../db/volume-types.ts'
import { changeVolume } from '../../../db/volumes.ts'
import { allowsMultiattach, isMigrating, type Volume } from '../../../domain/volume.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { beginMove, moveOf } from './begin-move.ts'
import { keysOf, recryptionOf } from './recryption.ts'

const notRetypable =
  'Retype needs volume to be in available or in-use state, not be part of an active migration or a consistency group, requested type has to be different that the one from the volume, and for in-use volumes front-end qos specs cannot change.'

interface Wanted {
  /** Id or name. */
  readonly newType: string
  /** Whether the volume may be migrated if the type needs another back end or encryption. */
  readonly onDemand: boolean
}

/** Retypes a volume; where the type needs another back end, or other encryption, the volume is copied. */
export const retypeVolume =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, { newType, onDemand }: Wanted, enforce: Enforce): Promise<void> => {
    await using undo = reverter()
    const seen = await needVolume(app, ctx, id)
    const type = await resolveType(app, ctx, newType)
    requireTypeFor(seen, type, enforce)
    const recryption = await recryptionOf(app, seen, type)
    const keys = recryption && (await keysOf(app, ctx, seen, recryption))
    if (keys?.new) {
      const made = keys.new
      undo.add(() => app.keys.remove(ctx, made))
    }
    await beginWork(app, ctx, async (trx) => {
      const volume = await needVolume({ ...app, db: trx }, ctx, id)
      const { status } = volume
      const from = volume.host === null ? undefined : queueOf(volume.host)
      const isFree =
        !isMigrating(volume) && status === seen.status && (status === 'available' || status === 'in-use')
      if (from === undefined || !isFree || volume.typeId !== seen.typeId || type.id === volume.typeId)
        throw errors.InvalidVolume({ reason: notRetypable })
      if (status === 'in-use') await requireSameForServers({ ...app, db: trx }, ctx, volume, type)
      await holdForRetype(app, trx, volume, { status, type })
      // A migration copies only the volume, not its snapshots.
      const mayMove = onDemand && !(await hasSnapshots(trx, id))
      const input = {
        ...moveOf(volume, type),
        ...{ ignoreHosts: recryption ? [] : [from], from, status, mayMove, asked: 'type' as const },
        ...(recryption && keys ? { recryption: { ...recryption, keys } } : {}),
      }
      return { flowId: await beginMove(app, trx, ctx, input) }
    })
    undo.keep()
  }

const holdForRetype = async (
  app: VolumeApp,
  trx: Db,
  { id, projectId, size }: Volume,
  { status, type }: { readonly status: 'available' | 'in-use'; readonly type: VolumeType },
): Promise<void> => {
  await reserveTypeQuota(app, trx, projectId, { volumes: 1, gigabytes: size, typeName: type.name })
  const change = { status: 'retyping', previous_status: status }
  if (!(await changeVolume(trx, id, [status], change, timestamp(app.clock))))
    throw errors.ConcurrentChange({ id })
}

/**
 * Throws if the new type changes multiattach, and the volume is not `available` or policy forbids the caller multiattach
 * volumes.
 */
const requireTypeFor = (volume: Volume, type: VolumeType, enforce: Enforce): void => {
  const multiattach = allowsMultiattach(type.extraSpecs)
  if (multiattach === volume.multiattach) return
  if (volume.status !== 'available')
    throw errors.InvalidInput({
      reason: `Invalid volume_type passed, retypes affecting multiattach are only allowed on available volumes, the specified volume however currently has a status of: ${volume.status}.`,
    })
  if (multiattach) enforce('volume:multiattach')
}

/** A running server keeps the QoS specs of its volume, so they must not change. */
const requireSameForServers = async (
  app: VolumeApp,
  ctx: Context,
  volume: Volume,
  type: VolumeType,
): Promise<void> => {
  const old = await needType(app, ctx, volume.typeId)
  if (old.qosSpecsId !== type.qosSpecsId) throw errors.InvalidVolume({ reason: notRetypable })
}
