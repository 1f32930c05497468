import { timestamp } from '@nimbo/kernel/clock'
import { instances } from '../../../db/servers/instances.ts'
import type { Consequences } from './consequences.ts'

/** The reclaim interval starts now. */
export const softDelete: Consequences<'soft-delete'> = {
  record: (trx, { record }, { clock }) =>
    instances(trx, clock).update(record.server.id, { terminatedAt: timestamp(clock) }),
}
