import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import { columnsOf, type FlowProgress, type FlowRecord, instant, recordOf } from './flow-record.ts'
import type { FlowTables } from './flow-tables.ts'

/** Who holds leases on the rows of a database, and for how long without a sign of life. */
export interface Leaseholder {
  readonly db: Kysely<FlowTables>
  readonly clock: Clock
  /** Names one life of one process. */
  readonly owner: string
  readonly leaseMs: number
}

const expiry = ({ clock, leaseMs }: Leaseholder): string => instant(clock.now() + leaseMs)

/** Takes a flow that is due and that nobody holds; of several who try at once one gets it, the others `undefined`. */
export const claimFlow = async (holder: Leaseholder, id: FlowId, names: readonly string[]) => {
  const now = timestamp(holder.clock)
  const row = await holder.db
    .updateTable('flows')
    .set((eb) => ({
      lease_owner: holder.owner,
      lease_expires_at: expiry(holder),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where('name', 'in', names)
    .where('wake_at', '<=', now)
    .where((eb) => eb.or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  return row && recordOf(row)
}

/**
 * Records the progress of a flow that is held, based on `record`; `undefined` when the row has changed since. The lease
 * is kept while the flow can go on at once, and given back when it sleeps or has ended. What the row is then is known
 * without reading it back: nothing else was in it.
 */
export const saveProgress = async (
  holder: Leaseholder,
  record: FlowRecord,
  progress: FlowProgress,
): Promise<FlowRecord | undefined> => {
  const now = holder.clock.now()
  const goesOn = progress.wakeAt !== null && progress.wakeAt <= now
  const leaseOwner = goesOn ? holder.owner : null
  const revision = record.revision + 1
  const { numUpdatedRows } = await holder.db
    .updateTable('flows')
    .set({
      ...columnsOf(progress),
      active_subject: progress.wakeAt === null ? null : record.subject,
      lease_owner: leaseOwner,
      lease_expires_at: goesOn ? expiry(holder) : null,
      revision,
      updated_at: instant(now),
    })
    .where('id', '=', record.id)
    .where('lease_owner', '=', holder.owner)
    .where('revision', '=', record.revision)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? undefined : { ...record, ...progress, leaseOwner, revision }
}

/** A flow, and the life of a process that carries it on. */
export interface FlowLease {
  readonly flowId: FlowId
  readonly owner: string
}

/**
 * Whether a flow is still carried on by who says so. One who stood still past the end of the lease does not know that another
 * took the flow up, and would do over the other's work.
 */
export const holdsFlow = async <Tables extends FlowTables>(
  db: Kysely<Tables>,
  { flowId, owner }: FlowLease,
): Promise<boolean> =>
  (await heldFlow({ db: db as unknown as Kysely<FlowTables>, owner }, flowId)) !== undefined

/** The row as it is now, if it is still held. */
export const heldFlow = async (
  { db, owner }: Pick<Leaseholder, 'db' | 'owner'>,
  id: FlowId,
): Promise<FlowRecord | undefined> => {
  const row = await db
    .selectFrom('flows')
    .selectAll()
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return row && recordOf(row)
}

/** Gives a flow back as it is; the next holder goes on from there. */
export const releaseFlow = async ({ db, owner }: Leaseholder, id: FlowId): Promise<void> => {
  await db
    .updateTable('flows')
    .set((eb) => ({ lease_owner: null, lease_expires_at: null, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()
}

/** Lives on: prolongs every lease held, and tells which those are and whether they are cancelled. */
export const renewLeases = (holder: Leaseholder): Promise<{ id: string; cancelled: string | null }[]> =>
  holder.db
    .updateTable('flows')
    .set({ lease_expires_at: expiry(holder) })
    .where('lease_owner', '=', holder.owner)
    .returning(['id', 'cancelled'])
    .execute()

/** Ends the leases of former lives of a process, told by what their names begin with. */
export const endFormerLeases = async (db: Kysely<FlowTables>, prefix: string): Promise<void> => {
  const owners = await db
    .selectFrom('flows')
    .select('lease_owner')
    .distinct()
    .where('lease_owner', 'is not', null)
    .orderBy('lease_owner')
    .limit(10_000)
    .execute()
  const former = owners.flatMap(({ lease_owner }) => (lease_owner?.startsWith(prefix) ? [lease_owner] : []))
  if (former.length === 0) return
  await db
    .updateTable('flows')
    .set((eb) => ({ lease_owner: null, lease_expires_at: null, revision: eb('revision', '+', 1) }))
    .where('lease_owner', 'in', former)
    .execute()
}
