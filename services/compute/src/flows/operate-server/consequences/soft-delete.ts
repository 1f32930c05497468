import { timestamp } from '@nimbo/kernel/clock'
import { instances } from '../../../db/servers/instances.ts'
import type { Consequences } from './consequences.ts'

/** From this instant on it is counted how long it is kept. */
export const softDelete: Consequences<'soft-delete'> = {
  record: (trx, { record }, { clock }) =>
    instances(trx, clock).update(record.server.id, { terminatedAt: timestamp(clock) }),
}
