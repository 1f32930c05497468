import type { VmState } from '@nimbo/contracts/compute/states'
import type { Kysely } from 'kysely'
import type { Server } from '../../domain/servers/server.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { instanceFields } from './instance-fields.ts'

type Instant = 'terminated_at' | 'updated_at' | 'created_at'

const inState = (
  db: Kysely<CellTables>,
  vmState: VmState,
  { since, until, limit }: { readonly since: Instant; readonly until: string; readonly limit: number },
) =>
  db
    .selectFrom('instances')
    .selectAll()
    .where('vm_state', '=', vmState)
    .where('deleted_at', 'is', null)
    .where(since, '<=', until)
    .orderBy(since)
    .limit(limit)

/** Servers of a cell that have been in a state for long enough that something is to be done; oldest first. */
export const overdueInstances = (db: Kysely<CellTables>) => ({
  /** Servers soft-deleted before an instant. */
  softDeletedUntil: async (until: string, limit: number): Promise<readonly Server[]> => {
    const found = inState(db, 'soft-delete', { since: 'terminated_at', until, limit })
    return (await found.where('task_state', 'is', null).execute()).map(instanceFields.fromRow)
  },

  /** Servers shelved before an instant that are still on their hosts. */
  shelvedUntil: async (until: string, limit: number): Promise<readonly Server[]> => {
    const found = inState(db, 'shelved', { since: 'updated_at', until, limit })
    return (await found.where('task_state', 'is', null).execute()).map(instanceFields.fromRow)
  },

  /** Servers in rescue that nobody has changed since an instant. */
  rescuedUntil: async (until: string, limit: number): Promise<readonly Server[]> => {
    const found = inState(db, 'rescued', { since: 'updated_at', until, limit })
    return (await found.where('task_state', 'is', null).execute()).map(instanceFields.fromRow)
  },

  /** Servers requested before an instant that a host is still building. */
  builtSince: async (until: string, limit: number): Promise<readonly Server[]> => {
    const found = inState(db, 'building', { since: 'created_at', until, limit })
    return (await found.where('host', 'is not', null).execute()).map(instanceFields.fromRow)
  },
})
