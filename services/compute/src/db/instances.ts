import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { Server } from '../domain/server.ts'
import type { TaskState, VmState } from '../domain/states.ts'
import type { CellTables, InstanceRow } from './cell-tables.ts'
import { nextNumber } from './counter.ts'
import { instanceFields } from './instance-fields.ts'

/** What may change in a server's life; who it is and whose does not. */
export type ServerChanges = Partial<Omit<Server, 'id' | 'number' | 'projectId' | 'userId' | 'createdAt'>>

/** A change that happens only if the server still is as the caller believes. What is left out may be anything. */
export interface Transition {
  readonly from: {
    readonly vmStates?: readonly VmState[]
    /** `null` stands for no task. */
    readonly taskStates?: readonly (TaskState | null)[]
    readonly host?: string | null
  }
  readonly to: ServerChanges
  /** Set as well, where there is nothing yet. */
  readonly unlessSet?: ServerChanges
}

const mostOfAHost = 5_000

const columnsOf = (changes: Partial<Server>): Partial<InstanceRow> => ({
  ...instanceFields.toRow(changes),
  ...(changes.flavor ? { vcpus: changes.flavor.vcpus, memory_mb: changes.flavor.memoryMb } : {}),
})

/** Servers as they are found. */
const findInstances = (db: Kysely<CellTables>) => ({
  find: async (id: string, { deleted = false } = {}): Promise<Server | undefined> => {
    let query = db.selectFrom('instances').selectAll().where('id', '=', id)
    if (!deleted) query = query.where('deleted_at', 'is', null)
    const row = await query.executeTakeFirst()
    return row && instanceFields.fromRow(row)
  },

  /** Some facts of a server: most of a whole row are texts to be decoded. */
  findPart: async <Field extends keyof Server>(
    id: string,
    fields: readonly Field[],
    { deleted = false } = {},
  ): Promise<Pick<Server, Field> | undefined> => {
    let query = db.selectFrom('instances').select(instanceFields.columnsOf(fields)).where('id', '=', id)
    if (!deleted) query = query.where('deleted_at', 'is', null)
    const row = await query.executeTakeFirst()
    return row && instanceFields.partFromRow(fields, row)
  },

  findMany: async (ids: readonly string[]): Promise<readonly Server[]> => {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('instances')
      .selectAll()
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(instanceFields.fromRow)
  },

  /** Servers a host is to have, in the order of their ids. */
  onHost: async (host: string): Promise<readonly Server[]> => {
    const rows = await db
      .selectFrom('instances')
      .selectAll()
      .where('host', '=', host)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(mostOfAHost)
      .execute()
    return rows.map(instanceFields.fromRow)
  },

  idsOnHost: async (host: string): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('instances')
      .select('id')
      .where('host', '=', host)
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  },
})

/** How servers come into a cell, and how they end. */
const enterAndLeave = (db: Kysely<CellTables>, clock: Clock) => ({
  /** A number no other server of the cell has. Take it before a transaction: all who build servers here want the next one. */
  newNumber: (): Promise<number> => nextNumber(db, 'instances'),

  /** Enters a server into the cell; one that is there already stays as it is. */
  create: async (server: Server): Promise<void> => {
    await db
      .insertInto('instances')
      .values(columnsOf(server) as InstanceRow)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },

  /** The end: the row stays for those who ask what changed. False, and no change, when the server is not there (any more). */
  markDeleted: async (id: string): Promise<boolean> => {
    const now = timestamp(clock)
    const { numUpdatedRows } = await db
      .updateTable('instances')
      .set({
        vm_state: 'deleted',
        task_state: null,
        power_state: 0,
        sealed_secrets: null,
        updated_at: now,
        terminated_at: now,
        deleted_at: now,
      })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

/** What changes in the life of a server. */
const changeInstances = (db: Kysely<CellTables>, clock: Clock) => ({
  update: async (id: string, changes: ServerChanges): Promise<void> => {
    await db
      .updateTable('instances')
      .set({ updated_at: timestamp(clock), ...columnsOf(changes) })
      .where('id', '=', id)
      .execute()
  },

  /** Compare and set: false, and no change, when the server is gone or not as `from` says. */
  transition: async (id: string, { from, to, unlessSet = {} }: Transition): Promise<boolean> => {
    let query = db
      .updateTable('instances')
      .set(({ fn, val }) => ({
        updated_at: timestamp(clock),
        ...columnsOf(to),
        ...Object.fromEntries(
          Object.entries(columnsOf(unlessSet)).map(([column, value]) => [
            column,
            fn.coalesce(column as keyof InstanceRow, val(value)),
          ]),
        ),
      }))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
    const { vmStates, taskStates, host } = from
    if (vmStates) query = query.where('vm_state', 'in', vmStates)
    if (host !== undefined)
      query = host === null ? query.where('host', 'is', null) : query.where('host', '=', host)
    if (taskStates) {
      const named = taskStates.filter((state) => state !== null)
      query = query.where(({ or, eb }) =>
        or([
          ...(named.length > 0 ? [eb('task_state', 'in', named)] : []),
          ...(taskStates.includes(null) ? [eb('task_state', 'is', null)] : []),
        ]),
      )
    }
    const { numUpdatedRows } = await query.executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Nothing is being done to the server any more; one that is being deleted keeps that task until it is gone. */
  endTask: async (id: string): Promise<void> => {
    await db
      .updateTable('instances')
      .set({ updated_at: timestamp(clock), task_state: null })
      .where('id', '=', id)
      .where('task_state', '!=', 'deleting')
      .execute()
  },
})

/** Servers of one cell. Given a transaction, works inside it. Deleted ones are only found where asked for. */
export const instances = (db: Kysely<CellTables>, clock: Clock) => ({
  ...findInstances(db),
  ...enterAndLeave(db, clock),
  ...changeInstances(db, clock),
})

export type Instances = ReturnType<typeof instances>
