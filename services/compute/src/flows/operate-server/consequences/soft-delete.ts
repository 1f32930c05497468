import { timestamp } from '@nimbo/kernel/clock'
import { instances } from '../../../db/servers/instances.ts'
import type { Consequences } from './consequences.ts'

/** Records the time of the soft deletion, at which the reclaim interval starts. */
export const softDelete: Consequences<'soft-delete'> = {
  record: (trx, { record }, { clock }) =>
    instances(trx, clock).update(record.server.id, { terminatedAt: timestamp(clock) }),
}
