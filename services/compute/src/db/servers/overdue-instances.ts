import type { VmState } from '@nimbo/contracts/compute/states'
import type { Kysely } from 'kysely'
import type { Server } from '../../domain/servers/server.ts'
import type { CellTables } from '../schema/cell-tables.ts'
import { instanceFields } from './instance-fields.ts'

type Instant = 'terminated_at' | 'created_at'

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

/**
 * Servers in a state, with no task, that an action brought there before an instant: none of that name has begun since.
 * Unlike a change of the server, an action of another kind does not start its time anew.
 */
const sinceAction =
  (db: Kysely<CellTables>, vmState: VmState, action: string) =>
  async (until: string, limit: number): Promise<readonly Server[]> => {
    const found = await db
      .selectFrom('instances')
      .selectAll()
      .where('vm_state', '=', vmState)
      .where('deleted_at', 'is', null)
      .where('task_state', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('instance_actions')
              .select('instance_actions.id')
              .whereRef('instance_actions.server_id', '=', 'instances.id')
              .where('instance_actions.action', '=', action)
              .where('instance_actions.start_time', '>', until),
          ),
        ),
      )
      .orderBy('instances.updated_at')
      .limit(limit)
      .execute()
    return found.map(instanceFields.fromRow)
  }

/** Servers of a cell that have been in a state for longer than an option allows; oldest first. */
export const overdueInstances = (db: Kysely<CellTables>) => ({
  /** Servers soft-deleted before an instant. */
  softDeletedUntil: atRest(db, 'soft-delete', 'terminated_at'),

  /** Servers shelved before an instant that are still on their hosts. */
  shelvedUntil: sinceAction(db, 'shelved', 'shelve'),

  /** Servers in rescue since before an instant. */
  rescuedUntil: sinceAction(db, 'rescued', 'rescue'),

  /** Servers requested before an instant that a host is still building. */
  builtSince: async (until: string, limit: number): Promise<readonly Server[]> => {
    const found = inState(db, 'building', 'created_at', until, limit)
    return (await found.where('host', 'is not', null).execute()).map(instanceFields.fromRow)
  },
})
