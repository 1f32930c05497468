import { instances } from '../../../db/servers/instances.ts'
import type { Consequences } from './consequences.ts'

export const restore: Consequences<'restore'> = {
  record: (trx, { record }, { clock }) =>
    instances(trx, clock).update(record.server.id, { terminatedAt: null }),
}
