import type { Context } from '@nimbo/kernel/context'
import { type Fault, isFault } from '@nimbo/kernel/errors'
import { addFailureMessage } from '../db/messages.ts'
import { findVolume } from '../db/volumes.ts'
import type { FailedAction, Reason } from '../domain/failures.ts'
import type { FlowDeps } from './flow-deps.ts'

const reasonOf = (error: Fault, usual: Reason): Reason => {
  if (isFault(error, 'NoValidBackend')) return 'noBackend'
  if (isFault(error, 'NoRoomForHeader')) return 'noRoomForHeader'
  return isFault(error, 'ImageUnacceptable') ? 'imageUnacceptable' : usual
}

/** Creates a user message for the owner of a volume about failed work, in the transaction that sets the volume's status. */
export const messageOwner = async (
  { clock, config }: Pick<FlowDeps, 'clock' | 'config'>,
  trx: FlowDeps['db'],
  ctx: Context,
  volumeId: string,
  {
    action,
    error,
    usual = 'unknown',
  }: { readonly action: FailedAction; readonly error: Fault; readonly usual?: Reason },
): Promise<void> => {
  const volume = await findVolume(trx, volumeId, undefined)
  if (!volume) return
  const kept = { clock, keptSeconds: config.DEFAULT.message_ttl }
  await addFailureMessage(trx, kept, ctx, {
    ...{ action, reason: reasonOf(error, usual), projectId: volume.projectId },
    ...{ resourceType: 'VOLUME', resourceId: volumeId },
  })
}
