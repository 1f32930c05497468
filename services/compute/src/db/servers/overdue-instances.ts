import type { VmState } from '@nimbo/contracts/compute/states'
import type { Kysely } from 'kysely'
import type { Server } from '../../domain/servers/server.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { instanceFields } from './instance-fields.ts'

type Instant = 'terminated_at' | 'updated_at' | 'created_at'

const inState = (db: Kysely<CellTables>, vmState: VmState, since: Instant, until: string, limit: number) =>
  db
    .selectFrom('instances')
    .selectAll()
    .where('vm_state', '=', vmState)
    .where('deleted_at', 'is', null)
    .where(since, '<=', until)
    .orderBy(since)
    .limit(limit)

/** Servers that have been in a state, with no task, since an instant. */
const atRest =
  (db: Kysely<CellTables>, vmState: VmState, since: Instant) =>
  async (until: string, limit: number): Promise<readonly Server[]> => {
    const found = inState(db, vmState, since, until, limit)
    return (await found.where('task_state', 'is', null).execute()).map(instanceFields.fromRow)
  }

/** Servers of a cell that have been in a state for longer than an option allows; oldest first. */
export const overdueInstances = (db: Kysely<CellTables>) => ({
  /** Servers soft-deleted before an instant. */
  softDeletedUntil: atRest(db, 'soft-delete', 'terminated_at'),

  /** Servers shelved before an instant that are still on their hosts. */
  shelvedUntil: atRest(db, 'shelved', 'updated_at'),

  /** Servers in rescue that have not been changed since an instant. */
  rescuedUntil: atRest(db, 'rescued', 'updated_at'),

  /** Servers requested before an instant that a host is still building. */
  builtSince: async (until: string, limit: number): Promise<readonly Server[]> => {
    const found = inState(db, 'building', 'created_at', until, limit)
    return (await found.where('host', 'is not', null).execute()).map(instanceFields.fromRow)
  },
})
