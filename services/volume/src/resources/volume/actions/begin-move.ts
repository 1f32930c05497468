import { insertFlow } from '@nimbo/durable/insert-flow'
import type { Context } from '@nimbo/kernel/context'
import { type FlowId, newId } from '@nimbo/kernel/ids'
import type { VolumeApp } from '../../../app/app.ts'
import type { Db } from '../../../db/db.ts'
import type { VolumeType } from '../../../db/volume-types.ts'
import { allowsMultiattach, type Volume } from '../../../domain/volume.ts'
import { moveAttachedVolumeFlow } from './move-attached-flow.ts'
import { type MoveVolume, moveVolumeFlow } from './move-flow.ts'

/** The part of the flow's input that follows from the volume and its new type. */
export const moveOf = (
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

/** Inserts the flow of a move. A volume in use is migrated with Nova's help, by a flow of its own. */
export const beginMove = (
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
