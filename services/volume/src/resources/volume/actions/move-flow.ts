import { type VolumeStatus, volumeStatuses } from '@nimbo/contracts/volume/statuses'
import { inTransaction } from '@nimbo/db/in-transaction'
import { flow } from '@nimbo/durable/flow'
import { type Park, retryIn } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type Fault, isFault } from '@nimbo/kernel/errors'
import { changeVolume, findVolume, updateVolume } from '../../../db/volumes.ts'
import type { Pool } from '../../../domain/pool.ts'
import { isMigrating, statusWith, type Volume } from '../../../domain/volume.ts'
import { poolNameOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { changeKey, dropUnusedKey } from '../../../flows/change-key.ts'
import { chosenHost } from '../../../flows/chosen-host.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { isOutage } from '../../../flows/is-outage.ts'
import { messageOwner } from '../../../flows/message-owner.ts'
import { statusAfterWork } from '../../../flows/status-after-work.ts'
import { whileExported } from '../../../flows/while-exported.ts'
import { type Choice, type Chooser, choosePool, chooserOf } from '../../../scheduler/choose-pool.ts'
import { hasCapabilities } from '../../../scheduler/filters.ts'
import { mightSuit, type PoolRequest } from '../../../scheduler/pool-request.ts'
import { idOfCopy, type KeyedRecryption, recryptCopy, replaceByCopy } from './recrypt-copy.ts'

/** Retypes a volume, migrates it to another back end, or both. */
export interface MoveVolume extends PoolRequest {
  /** `host@backend` of the volume. */
  readonly from: string
  /** The new type; the current one if only the back end changes. */
  readonly typeId: string
  readonly multiattach: boolean
  /** The status at the time of the request; a volume in use is swapped by its servers. */
  readonly status: 'available' | 'in-use'
  /** Whether a retype may migrate the volume when the new type needs another back end. */
  readonly mayMove: boolean
  /** Whether an administrator asked for another back end, or a user for another type. */
  readonly asked: 'host' | 'type'
  /** Set if the new type encrypts differently. */
  readonly recryption?: KeyedRecryption
}

const stays = 'MigrationPolicy'
const reasonOf = (refusedBy: string): string =>
  refusedBy === stays
    ? 'Retype requires migration but is not allowed.'
    : `No host passed the filter ${refusedBy}.`

/** Chooses the volume's own back end if it suits the new type, otherwise another. */
const targetOf =
  (wish: MoveVolume, chooser: Chooser) =>
  (pools: readonly Pool[]): Choice => {
    const here = pools.find(({ host }) => host === wish.from)
    const fits = wish.asked === 'type' && here !== undefined && hasCapabilities(here, wish.extraSpecs)
    if (!wish.mayMove && (!fits || wish.recryption)) return { refusedBy: stays }
    return fits ? { host: wish.from } : choosePool(pools, wish, chooser)
  }

export const chooseTarget = step<MoveVolume, FlowDeps>()({
  name: 'choose-target',
  waitsOut: isOutage,
  run: async (_, wish, deps): Promise<{ target: string }> => {
    const target = await chosenHost(deps, {
      choose: targetOf(wish, chooserOf(deps.config)),
      mightTake: (host) => host === wish.from || (wish.mayMove && mightSuit(host, wish)),
      reasonOf,
    })
    return { target }
  },
  nothingToUndo: 'choosing a host changes nothing',
})

type Chosen = MoveVolume & { readonly target: string }

/** Throws if something has written to the volume since its migration was asked for, which has ended the migration. */
const beginCopy = ({ volumeId, asked }: MoveVolume, { db, clock }: FlowDeps): Promise<unknown> =>
  inTransaction(db, async (trx) => {
    const volume = await findVolume(trx, volumeId, undefined)
    if (volume !== undefined && asked === 'host' && !isMigrating(volume))
      throw errors.MigrationAborted({ id: volumeId })
    await changeVolume(trx, volumeId, moving, { migration_status: 'migrating' }, timestamp(clock))
  })

const copyContent = step<Chosen, FlowDeps>()({
  name: 'copy-content',
  waitsOut: isOutage,
  run: async (ctx, moved, deps) => {
    const { volumeId, from, target, sizeGb, recryption } = moved
    const { hosts } = deps
    if (target === from && !recryption) return
    await beginCopy(moved, deps)
    if (recryption) return recryptCopy(deps, ctx, moved, recryption)
    await whileExported(
      deps,
      ctx,
      { volumeId, from, to: target, usedFor: 'migration' },
      async (connection) => {
        const content = { from: 'connection' as const, connection }
        await hosts.on(target).createVolume(ctx, { volumeId, sizeGb, content })
      },
    )
  },
  undo: async (ctx, moved, { hosts }) => {
    const { volumeId, from, target, recryption } = moved
    const copy = recryption ? idOfCopy(moved, recryption) : volumeId
    if (target !== from || recryption) await hosts.on(target).deleteVolume(ctx, { volumeId: copy })
  },
})

const lookEveryMs = 200
const slowestLookMs = 5_000

/** Sleeps until the next look at what others do with the volume. */
export const lookAgain = (attempt: number): Park =>
  retryIn(Math.min(lookEveryMs * 2 ** Math.min(attempt, 10), slowestLookMs))

/** Statuses of work that only reads the volume, from the back end that it was on when the work began. */
const reading: readonly VolumeStatus[] = ['backing-up', 'uploading']

/** Waits for a backup or an upload that began meanwhile, since a move ends with the deletion of what they read. */
export const waitForReaders = step<Chosen, FlowDeps>()({
  name: 'wait-for-readers',
  waitsOut: isOutage,
  run: async (_, { volumeId, from, target }, { db }, { attempt }) => {
    const volume = target === from ? undefined : await findVolume(db, volumeId, undefined)
    return volume !== undefined && reading.includes(volume.status) ? lookAgain(attempt) : undefined
  },
  nothingToUndo: 'it only reads',
})

/** Statuses of a volume during a migration or retype. */
export const moving: readonly VolumeStatus[] = ['retyping', 'maintenance', 'available', 'in-use']

/** Whether the copy equals the volume: a migration that does not lock its volume lets servers attach it and users change it. */
const isCopied = (volume: Volume, { sizeGb, status, asked }: MoveVolume): boolean =>
  status === 'in-use' ||
  (volume.attachments.length === 0 && volume.size === sizeGb && (asked === 'type' || isMigrating(volume)))

/** Records the new type and back end; false if the volume has changed since it was copied. */
const record = (
  ctx: Context,
  state: MoveVolume & { readonly target: string },
  { db, clock, notices }: FlowDeps,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const { volumeId, from, target, typeId, multiattach, status, asked, recryption } = state
    const volume = await findVolume(trx, volumeId, undefined)
    if (volume === undefined || (target !== from && !isCopied(volume, state))) return false
    // Once Nova has completed the swap, the volume is there, whatever else is done with it meanwhile.
    const isThere = status === 'in-use' && target !== from && volume.host === poolNameOf(target)
    const moved = {
      // The server may have been detached meanwhile.
      ...(moving.includes(volume.status) ? { status: statusWith(volume.attachments) } : {}),
      volume_type_id: typeId,
      multiattach: multiattach ? 1 : 0,
      ...(target === from ? {} : { host: poolNameOf(target) }),
      ...(target === from && asked === 'type' && !recryption ? {} : { migration_status: 'success' }),
      ...(recryption ? { encryption_key_id: recryption.keys.new } : {}),
    }
    const allowed = isThere ? volumeStatuses : moving
    const changed = await changeVolume(trx, volumeId, allowed, moved, timestamp(clock))
    if (changed && asked === 'type') await notices.retyped(trx, ctx, volumeId)
    return changed
  })

/**
 * Records the new type and back end, then deletes the volume from the old one; or deletes the copy if the volume has changed
 * meanwhile.
 */
export const endMove = async (
  ctx: Context,
  state: MoveVolume & { readonly target: string },
  deps: FlowDeps,
): Promise<void> => {
  const { db, clock, hosts } = deps
  const { volumeId, from, target, recryption } = state
  // From here on, this work is retried until it succeeds, since the original is gone.
  if (recryption) await replaceByCopy(deps, ctx, state, recryption)
  await record(ctx, state, deps)
  if (target !== from) {
    const volume = await findVolume(db, volumeId, undefined)
    const hasMoved = volume?.host === poolNameOf(target)
    await hosts.on(hasMoved ? from : target).deleteVolume(ctx, { volumeId })
    if (!hasMoved) await updateVolume(db, volumeId, { migration_status: 'error' }, timestamp(clock))
  }
  await changeKey(deps, ctx, volumeId, recryption?.keys)
}

/** Ends the status that the volume has during the move; emits a notification if no back end was found. */
export const failMove = async (
  ctx: Context,
  { volumeId, asked, recryption }: MoveVolume,
  error: Fault,
  deps: FlowDeps,
): Promise<void> => {
  const { db, clock, notices } = deps
  await dropUnusedKey(deps, ctx, volumeId, recryption?.keys)
  await inTransaction(db, async (trx) => {
    const status = await statusAfterWork(trx, volumeId)
    const change = { status, migration_status: asked === 'host' ? 'error' : null }
    const changed = await changeVolume(trx, volumeId, moving, change, timestamp(clock))
    if (changed && recryption) await messageOwner(deps, trx, ctx, volumeId, { action: 'retype', error })
    if (!changed || !isFault(error, 'NoValidBackend')) return
    const method = asked === 'host' ? 'migrate_volume_to_host' : 'retype'
    await notices.notScheduled(trx, ctx, volumeId, { method, reason: error.message })
  })
}

/**
 * Takes a volume from `retyping`, or a migration from `starting`, to the new type on a suitable back end, or leaves it as it
 * was.
 */
export const moveVolumeFlow = flow<MoveVolume>('move-volume')
  .step(chooseTarget)
  .step(copyContent)
  .step(waitForReaders)
  .onDone<FlowDeps>(endMove)
  .onFailed<FlowDeps>(failMove)
