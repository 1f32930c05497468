import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { removeAttachmentsOf } from '../../../db/attachments.ts'
import { changeVolume, findVolume, insertVolume, removeVolume } from '../../../db/volumes.ts'
import { poolNameOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { isOutage } from '../../../flows/is-outage.ts'
import {
  chooseTarget,
  endMove,
  failMove,
  lookAgain,
  type MoveVolume,
  moving,
  waitForReaders,
} from './move-flow.ts'
import { notTaken, replacementOf } from './replacement.ts'

/**
 * Migrates a volume in use to another back end while its servers run: Nova swaps it for a new volume there, which then takes its
 * place.
 */
export interface MoveAttachedVolume extends MoveVolume {
  readonly replacementId: string
}

type Chosen = MoveAttachedVolume & { readonly target: string }

const makeReplacement = step<Chosen, FlowDeps>()({
  name: 'make-replacement',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, replacementId, from, target, typeId, sizeGb, multiattach }, deps) => {
    if (target === from) return
    const { db, clock, hosts } = deps
    const now = timestamp(clock)
    const volume = await findVolume(db, volumeId, undefined)
    if (volume === undefined) throw errors.VolumeNotFound({ id: volumeId })
    if (volume.host === poolNameOf(target)) return
    await changeVolume(db, volumeId, moving, { migration_status: 'migrating' }, now)
    await hosts
      .on(target)
      .createVolume(ctx, { volumeId: replacementId, sizeGb, content: { from: 'nothing' } })
    if ((await findVolume(db, replacementId, undefined)) !== undefined) return
    await insertVolume(db, {
      ...{ id: replacementId, project_id: volume.projectId, user_id: volume.userId },
      ...{ name: volume.name, description: volume.description, size: sizeGb, growing_by: 0 },
      ...{ status: 'available', availability_zone: volume.availabilityZone, volume_type_id: typeId },
      ...{ host: poolNameOf(target), bootable: volume.bootable ? 1 : 0, multiattach: multiattach ? 1 : 0 },
      ...{ consumes_quota: 0, snapshot_id: null, source_volid: null, image_metadata: null },
      ...{ created_at: now, updated_at: now, launched_at: now, migration_status: replacementOf(volumeId) },
    })
  },
  undo: async (ctx, { volumeId, replacementId, from, target }, { db, hosts }) => {
    if (target === from) return
    const volume = await findVolume(db, volumeId, undefined)
    if (volume?.host === poolNameOf(target)) return
    await hosts.on(target).deleteVolume(ctx, { volumeId: replacementId })
    await removeAttachmentsOf(db, replacementId)
    await removeVolume(db, replacementId)
  },
})

/** Requests the swap from Nova, and polls until it is done: Nova reports this by completing the migration. */
const goOver = step<Chosen, FlowDeps>()({
  name: 'go-over',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, replacementId, from, target }, { db, compute }, { attempt }) => {
    if (target === from) return
    // The order matters: when Nova completes the migration, the replacement is removed and the volume gets the host of the
    // target. Reading the volume before that and the replacement after it would look like a failed migration.
    const replacement = await findVolume(db, replacementId, undefined)
    const volume = await findVolume(db, volumeId, undefined)
    if (volume === undefined) throw errors.VolumeNotFound({ id: volumeId })
    if (volume.host === poolNameOf(target)) return
    // No attachment is left if the server was deleted meanwhile.
    const isLeft = volume.attachments.length === 0
    if (isLeft || replacement === undefined || replacement.migrationStatus === notTaken)
      throw errors.ServersStay({ id: volumeId })
    if (replacement.attachments.length === 0)
      for (const { serverId } of volume.attachments)
        if (serverId !== null) await compute.swapVolume(ctx, { serverId, from: volumeId, to: replacementId })
    return lookAgain(attempt)
  },
  nothingToUndo: 'a failed swap leaves the servers on the original volume',
})

/** Takes a volume that is `in-use` to another back end (or only to another type), or leaves it as it was. */
export const moveAttachedVolumeFlow = flow<MoveAttachedVolume>('move-attached-volume')
  .step(chooseTarget)
  .step(makeReplacement)
  .step(goOver)
  .step(waitForReaders)
  .onDone<FlowDeps>(endMove)
  .onFailed<FlowDeps>(failMove)
