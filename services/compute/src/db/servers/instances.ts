import type { TaskState, VmState } from '@nimbo/contracts/compute/states'
import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { Server } from '../../domain/servers/server.ts'
import type { LockHolder } from '../../domain/servers/server-lock.ts'
import type { CellTables, InstanceRow } from '../schema/cell-tables.ts'
import { nextNumber } from '../counter.ts'
import { instanceFields } from './instance-fields.ts'

/** What may change on a server; its identity and project cannot. */
export type ServerChanges = Partial<Omit<Server, 'id' | 'number' | 'projectId' | 'userId' | 'createdAt'>>

/** A change that is made only if the server is in the expected state. States that are left out may have any value. */
export interface Transition {
  readonly from: {
    readonly vmStates?: readonly VmState[]
    /** `null` means no task. */
    readonly taskStates?: readonly (TaskState | null)[]
    readonly host?: string | null
    readonly lockedBy?: LockHolder | null
    /** Interfaces, metadata and tags must be as they were read. */
    readonly networkInfo?: Server['networkInfo']
    readonly metadata?: Server['metadata']
    readonly tags?: Server['tags']
  }
  readonly to: ServerChanges
  /** Fields to set only where they are null. */
  readonly unlessSet?: ServerChanges
}

const mostOfAHost = 5_000

const columnsOf = (changes: Partial<Server>): Partial<InstanceRow> => ({
  ...instanceFields.toRow(changes),
  ...(changes.flavor ? { vcpus: changes.flavor.vcpus, memory_mb: changes.flavor.memoryMb } : {}),
})

interface Wanted {
  readonly id: string
  /** Whether deleted servers are found, too. */
  readonly deleted: boolean
}

const byId = prepared((db: Kysely<CellTables>, { id, deleted }: Wanted) => {
  const query = db.selectFrom('instances').selectAll().where('id', '=', id)
  return deleted ? query : query.where('deleted_at', 'is', null)
})

interface WantedPart extends Wanted {
  /** Selected columns by name; each set of names has a prepared query of its own. */
  readonly columns: Readonly<Partial<Record<keyof InstanceRow, true>>>
}

const partById = prepared((db: Kysely<CellTables>, { id, deleted, columns }: WantedPart) => {
  const names = Object.keys(columns) as (keyof InstanceRow)[]
  const query = db.selectFrom('instances').select(names).where('id', '=', id)
  return deleted ? query : query.where('deleted_at', 'is', null)
})

interface WantedParts extends Pick<WantedPart, 'columns'> {
  readonly ids: readonly string[]
}

const partsByIds = prepared((db: Kysely<CellTables>, { ids, columns }: WantedParts) => {
  const names = Object.keys(columns) as (keyof InstanceRow)[]
  return db
    .selectFrom('instances')
    .select(names)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
})

const columnsNamed = (fields: readonly (keyof Server)[]): WantedPart['columns'] =>
  Object.fromEntries(instanceFields.columnsOf(fields).map((name) => [name, true as const]))

/** Reads servers. */
const findInstances = (db: Kysely<CellTables>) => ({
  find: async (id: string, { deleted = false } = {}): Promise<Server | undefined> => {
    const [row] = await byId(db, { id, deleted })
    return row && instanceFields.fromRow(row)
  },

  /** Reads some fields of a server, because decoding a whole row is expensive. */
  findPart: async <Field extends keyof Server>(
    id: string,
    fields: readonly Field[],
    { deleted = false } = {},
  ): Promise<Pick<Server, Field> | undefined> => {
    const [row] = await partById(db, { id, deleted, columns: columnsNamed(fields) })
    return row && instanceFields.partFromRow(fields, row)
  },

  /** Reads some fields of several servers. */
  findParts: async <Field extends keyof Server>(
    ids: readonly string[],
    fields: readonly Field[],
  ): Promise<readonly Pick<Server, Field>[]> => {
    if (ids.length === 0) return []
    const rows = await partsByIds(db, { ids, columns: columnsNamed(fields) })
    return rows.map((row) => instanceFields.partFromRow(fields, row))
  },

  /** The servers of a host, ordered by id. */
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

const enter = prepared((db: Kysely<CellTables>, { row }: { readonly row: InstanceRow }) =>
  db
    .insertInto('instances')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

interface Change {
  readonly id: string
  readonly set: Partial<InstanceRow>
  readonly unlessSet: Partial<InstanceRow>
  readonly from: Pick<Transition['from'], 'vmStates' | 'taskStates' | 'host' | 'lockedBy'>
  readonly seen: Pick<Partial<InstanceRow>, 'network_info' | 'metadata' | 'tags'>
}

/** Changes an undeleted server if it is in the state `from`. */
const changeOf = (db: Kysely<CellTables>, { id, set, unlessSet, from, seen }: Change) => {
  let query = db
    .updateTable('instances')
    .set(({ fn, val }) => ({
      ...set,
      ...Object.fromEntries(
        Object.entries(unlessSet).map(([column, value]) => [
          column,
          fn.coalesce(column as keyof InstanceRow, val(value)),
        ]),
      ),
    }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  const { vmStates, taskStates, host, lockedBy } = from
  if (vmStates) query = query.where('vm_state', 'in', vmStates)
  if (host !== undefined)
    query = host === null ? query.where('host', 'is', null) : query.where('host', '=', host)
  if (lockedBy !== undefined)
    query = lockedBy === null ? query.where('locked_by', 'is', null) : query.where('locked_by', '=', lockedBy)
  const { network_info, metadata, tags } = seen
  if (network_info !== undefined) query = query.where('network_info', '=', network_info)
  if (metadata !== undefined) query = query.where('metadata', '=', metadata)
  if (tags !== undefined) query = query.where('tags', '=', tags)
  if (!taskStates) return query
  const named = taskStates.filter((state) => state !== null)
  return query.where(({ or, eb }) =>
    or([
      ...(named.length > 0 ? [eb('task_state', 'in', named)] : []),
      ...(taskStates.includes(null) ? [eb('task_state', 'is', null)] : []),
    ]),
  )
}

const change = prepared(changeOf)

/** Like `changeOf`, but returns the changed server. */
const changeAndGive = prepared((db: Kysely<CellTables>, wanted: Change) =>
  changeOf(db, wanted).returningAll(),
)

const changeBy = (
  clock: Clock,
  id: string,
  { from: { networkInfo, metadata, tags, ...from }, to, unlessSet = {} }: Transition,
): Change => ({
  id,
  set: { updated_at: timestamp(clock), ...columnsOf(to) },
  unlessSet: columnsOf(unlessSet),
  from,
  seen: columnsOf({
    ...(networkInfo && { networkInfo }),
    ...(metadata && { metadata }),
    ...(tags && { tags }),
  }),
})

/** The transition that marks a server deleted, from any state; its row stays for `changes-since`. */
export const departure = (clock: Clock): Transition => {
  const now = timestamp(clock)
  const gone = { vmState: 'deleted', taskState: null, powerState: 0, sealedSecrets: null } as const
  return { from: {}, to: { ...gone, terminatedAt: now, deletedAt: now } }
}

/** Creates and deletes servers of a cell. */
const enterAndLeave = (db: Kysely<CellTables>, clock: Clock) => ({
  /**
   * The next server number of the cell. To be called before the transaction, because all builds in the cell need one.
   */
  newNumber: (): Promise<number> => nextNumber(db, 'instances'),

  /** Inserts a server; false, without a change, when it exists already, deleted or not. */
  create: async (server: Server): Promise<boolean> =>
    (await enter(db, { row: columnsOf(server) as InstanceRow })) > 0,

  /** Marks a server deleted. False, without a change, when it does not exist. */
  markDeleted: async (id: string): Promise<boolean> =>
    (await change(db, changeBy(clock, id, departure(clock)))) > 0,
})

const update = prepared((db: Kysely<CellTables>, { id, set }: Pick<Change, 'id' | 'set'>) =>
  db.updateTable('instances').set(set).where('id', '=', id),
)

/** Changes servers. */
const changeInstances = (db: Kysely<CellTables>, clock: Clock) => ({
  update: async (id: string, changes: ServerChanges): Promise<void> => {
    await update(db, { id, set: { updated_at: timestamp(clock), ...columnsOf(changes) } })
  },

  /** Compare and set: false, without a change, when the server does not exist or is not in the state `from`. */
  transition: async (id: string, transition: Transition): Promise<boolean> =>
    (await change(db, changeBy(clock, id, transition))) > 0,

  /** Like {@link transition}, but resolves to the changed server, or undefined instead of false. */
  transitionAndFind: async (id: string, transition: Transition): Promise<Server | undefined> => {
    const [row] = await changeAndGive(db, changeBy(clock, id, transition))
    return row && instanceFields.fromRow(row)
  },

  /** Clears the task state, unless the server is being deleted. */
  endTask: async (id: string): Promise<void> => {
    await db
      .updateTable('instances')
      .set({ updated_at: timestamp(clock), task_state: null })
      .where('id', '=', id)
      .where('task_state', '!=', 'deleting')
      .execute()
  },
})

/** The servers of one cell. `db` may be a transaction. Deleted servers are found only on request. */
export const instances = (db: Kysely<CellTables>, clock: Clock) => ({
  ...findInstances(db),
  ...enterAndLeave(db, clock),
  ...changeInstances(db, clock),
})
