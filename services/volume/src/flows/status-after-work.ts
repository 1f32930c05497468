import type { VolumeStatus } from '@nimbo/contracts/volume/statuses'
import { attachmentsOf } from '../db/attachments.ts'
import type { Db } from '../db/db.ts'
import { statusWith } from '../domain/volume.ts'

/**
 * The status that a volume returns to after work for which it left `available` or `in-use`. It follows from the attachments, not
 * from the status before: the server may have been deleted meanwhile. Call it in the transaction that sets the status.
 */
export const statusAfterWork = async (trx: Db, volumeId: string): Promise<VolumeStatus> =>
  statusWith(await attachmentsOf(trx, [volumeId]))
