import type { volumeContent } from '@nimbo/contracts/volume/volume-host'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { Static } from 'typebox'
import { changeBackup } from '../db/backups.ts'
import { changeVolume, updateVolume } from '../db/volumes.ts'
import { poolNameOf } from '../domain/volume-host.ts'
import { choosePool, chooserOf } from '../scheduler/choose-pool.ts'
import { mightSuit, type PoolRequest } from '../scheduler/pool-request.ts'
import { chosenHost } from './chosen-host.ts'
import type { FlowDeps } from './flow-deps.ts'
import { isOutage, isOutageForEveryHost } from './is-outage.ts'
import { type Restored, restoreContent } from './restore-content.ts'
import { messageOwner } from './message-owner.ts'

export interface CreateVolume extends PoolRequest {
  readonly content: Static<typeof volumeContent>
  /** The backup that is restored into the volume after its creation. */
  readonly restored?: Restored
  /** The number of hosts to try (`scheduler_max_attempts`). */
  readonly mostAttempts: number
  readonly bootable: boolean
  /** The encryption, if the type has one. */
  readonly lock?: {
    readonly keyId: string
    readonly cipher: string
    readonly keySize: number
    readonly version?: 1 | 2
  }
  readonly imageMetadata?: Readonly<Record<string, string>>
}

const chooseHost = step<CreateVolume, FlowDeps>()({
  name: 'choose-host',
  waitsOut: isOutage,
  run: async (_, wish, deps): Promise<{ host: string }> => {
    const { db, clock, config } = deps
    const chooser = chooserOf(config)
    const host = await chosenHost(deps, {
      choose: (pools) => choosePool(pools, wish, chooser),
      mightTake: (host) => mightSuit(host, wish),
    })
    await updateVolume(db, wish.volumeId, { host: poolNameOf(host) }, timestamp(clock))
    return { host }
  },
  undo: (_, { volumeId }, { db, clock }) => updateVolume(db, volumeId, { host: null }, timestamp(clock)),
  // An image that one host refuses would be refused by all.
  again: (error, { host, ignoreHosts, mostAttempts }) =>
    isFault(error, 'ImageUnacceptable') || host === undefined || ignoreHosts.length + 1 >= mostAttempts
      ? undefined
      : { ignoreHosts: [...ignoreHosts, host] },
})

const makeVolume = step<CreateVolume & { readonly host: string }, FlowDeps>()({
  name: 'make-volume',
  waitsOut: isOutageForEveryHost,
  run: async (ctx, { volumeId, sizeGb, content, host, lock }, { db, clock, hosts }) => {
    if (content.from === 'image')
      await changeVolume(db, volumeId, ['creating'], { status: 'downloading' }, timestamp(clock))
    const maker = hosts.on(host)
    if (lock && (content.from === 'nothing' || content.from === 'image'))
      await maker.createLockedVolume(ctx, { volumeId, sizeGb, content, lock: { ...lock } })
    else await maker.createVolume(ctx, { volumeId, sizeGb, content })
  },
  undo: (ctx, { volumeId, host }, { hosts }) => hosts.on(host).deleteVolume(ctx, { volumeId }),
})

const fillFromBackup = step<CreateVolume & { readonly host: string }, FlowDeps>()({
  name: 'fill-from-backup',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, host, restored }, deps) => {
    if (restored === undefined) return
    await changeVolume(deps.db, volumeId, ['creating'], { status: 'restoring-backup' }, timestamp(deps.clock))
    await restoreContent(deps, ctx, restored, { volumeId, from: host })
  },
  nothingToUndo: 'the undo of an earlier step deletes the volume',
})

/** Sets the backup to `available` again. */
const letBackupGo = async (
  { notices, clock }: FlowDeps,
  trx: FlowDeps['db'],
  ctx: Context,
  restored: Restored | undefined,
): Promise<void> => {
  if (restored === undefined) return
  if (await changeBackup(trx, restored.backupId, ['restoring'], { status: 'available' }, timestamp(clock)))
    await notices.backup(trx, ctx, 'restore', 'end', restored.backupId)
}

/** Statuses of a volume until the flow has ended. */
const unmade = ['creating', 'downloading', 'restoring-backup'] as const

/** Takes a volume from `creating` to `available`, or to `error` with nothing left on the back end. */
export const createVolumeFlow = flow<CreateVolume>('create-volume')
  .step(chooseHost)
  .step(makeVolume)
  .step(fillFromBackup)
  .onDone<FlowDeps>((ctx, { volumeId, bootable, imageMetadata, restored }, deps) => {
    const { db, clock, notices } = deps
    return notices.together(db, async (trx) => {
      await letBackupGo(deps, trx, ctx, restored)
      const made = {
        status: 'available',
        launched_at: timestamp(clock),
        bootable: bootable ? 1 : 0,
        image_metadata: imageMetadata === undefined ? null : JSON.stringify(imageMetadata),
      }
      if (await changeVolume(trx, volumeId, unmade, made, timestamp(clock)))
        await notices.volume(trx, ctx, 'create', 'end', volumeId)
    })
  })
  .onFailed<FlowDeps>((ctx, { volumeId, restored, content }, error, deps) => {
    const { db, clock, notices } = deps
    return notices.together(db, async (trx) => {
      await letBackupGo(deps, trx, ctx, restored)
      const failed = await changeVolume(trx, volumeId, unmade, { status: 'error' }, timestamp(clock))
      const noBackend = isFault(error, 'NoValidBackend')
      const action = noBackend ? 'schedule' : content.from === 'image' ? 'copyImage' : 'create'
      if (failed) await messageOwner(deps, trx, ctx, volumeId, { action, error })
      if (failed && noBackend)
        await notices.notScheduled(trx, ctx, volumeId, { method: 'create_volume', reason: error.message })
    })
  })
