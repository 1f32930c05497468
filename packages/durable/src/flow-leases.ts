import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import { changedColumns, type FlowProgress, type FlowRecord, instant, recordOf } from './flow-record.ts'
import type { FlowRow, FlowTables } from './flow-tables.ts'

/** Identifies the holder of leases, with their duration. */
export interface Leaseholder {
  readonly db: Kysely<FlowTables>
  readonly clock: Clock
  /** Identifies one run of one process. */
  readonly owner: string
  readonly leaseMs: number
}

const expiry = ({ clock, leaseMs }: Leaseholder): string => instant(clock.now() + leaseMs)

interface Claim {
  readonly id: FlowId
  readonly names: readonly string[]
  readonly owner: string
  readonly now: string
  readonly expiresAt: string
}

const claim = prepared((db: Kysely<FlowTables>, { id, names, owner, now, expiresAt }: Claim) =>
  db
    .updateTable('flows')
    .set((eb) => ({ lease_owner: owner, lease_expires_at: expiresAt, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('name', 'in', names)
    .where('wake_at', '<=', now)
    .where((eb) => eb.or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<=', now)]))
    .returningAll(),
)

/** Takes the lease of a due flow without a holder. Of concurrent attempts one succeeds, the others get `undefined`. */
export const claimFlow = async (
  holder: Leaseholder,
  id: FlowId,
  names: readonly string[],
): Promise<FlowRecord | undefined> => {
  const { db, owner, clock } = holder
  const [row] = await claim(db, { id, names, owner, now: timestamp(clock), expiresAt: expiry(holder) })
  return row && recordOf(row)
}

interface Save {
  readonly id: FlowId
  readonly owner: string
  readonly revision: number
  readonly changes: Partial<FlowRow>
}

const save = prepared((db: Kysely<FlowTables>, { id, owner, revision, changes }: Save) =>
  db
    .updateTable('flows')
    .set(changes)
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('revision', '=', revision),
)

/** A flow that continues keeps its due time, so that saving it changes no indexed column. */
const dueSince = (record: FlowRecord, progress: FlowProgress): number | null =>
  record.wakeAt !== null && progress.wakeAt !== null
    ? Math.min(record.wakeAt, progress.wakeAt)
    : progress.wakeAt

/**
 * Saves the progress of a held flow, based on `record`; `undefined` when the row has changed since. The lease is kept while the
 * flow can continue at once, and released when it sleeps or ends. Only changed columns are written, and the resulting row is
 * known without reading it.
 */
export const saveProgress = async (
  holder: Leaseholder,
  record: FlowRecord,
  progress: FlowProgress,
): Promise<FlowRecord | undefined> => {
  const { id } = record
  const { owner } = holder
  const now = holder.clock.now()
  const goesOn = progress.wakeAt !== null && progress.wakeAt <= now
  const saved = goesOn ? { ...progress, wakeAt: dueSince(record, progress) } : progress
  const revision = record.revision + 1
  const changed = await save(holder.db, {
    id,
    owner,
    revision: record.revision,
    changes: {
      ...changedColumns(record, saved),
      ...(saved.wakeAt === null ? { active_subject: null } : {}),
      ...(goesOn ? { lease_expires_at: expiry(holder) } : { lease_owner: null, lease_expires_at: null }),
      revision,
      updated_at: instant(now),
    },
  })
  return changed === 0 ? undefined : { ...record, ...saved, leaseOwner: goesOn ? owner : null, revision }
}

/** A flow with the run of the process that holds it. */
export interface FlowLease {
  readonly flowId: FlowId
  readonly owner: string
}

/**
 * Whether the caller still holds the flow's lease. A process that was suspended past the lease's end does not know that another
 * one took the flow over, and would overwrite its work.
 */
export const holdsFlow = async <Tables extends FlowTables>(
  db: Kysely<Tables>,
  { flowId, owner }: FlowLease,
): Promise<boolean> => {
  const found = await isHeld(db as unknown as Kysely<FlowTables>, { id: flowId, owner })
  return found.length > 0
}

interface Held {
  readonly id: FlowId
  readonly owner: string
}

const isHeld = prepared((db: Kysely<FlowTables>, { id, owner }: Held) =>
  db.selectFrom('flows').select('id').where('id', '=', id).where('lease_owner', '=', owner),
)

const held = prepared((db: Kysely<FlowTables>, { id, owner }: Held) =>
  db.selectFrom('flows').selectAll().where('id', '=', id).where('lease_owner', '=', owner),
)

/** The current row if the lease is still held. */
export const heldFlow = async (
  { db, owner }: Pick<Leaseholder, 'db' | 'owner'>,
  id: FlowId,
): Promise<FlowRecord | undefined> => {
  const [row] = await held(db, { id, owner })
  return row && recordOf(row)
}

/** Releases the lease; the next holder continues from here. The flow is due from now on. */
export const releaseFlow = async ({ db, owner, clock }: Leaseholder, id: FlowId): Promise<void> => {
  await db
    .updateTable('flows')
    .set((eb) => ({
      lease_owner: null,
      lease_expires_at: null,
      wake_at: timestamp(clock),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()
}

/**
 * Renews the leases of these flows; returns those still held and whether they are cancelled. Only flows that are being run may be named: the
 * lease of a flow whose run failed must expire, so that the flow is run again.
 */
export const renewLeases = (
  holder: Leaseholder,
  ids: readonly FlowId[],
): Promise<{ id: string; cancelled: string | null }[]> =>
  holder.db
    .updateTable('flows')
    .set({ lease_expires_at: expiry(holder) })
    .where('id', 'in', ids)
    .where('lease_owner', '=', holder.owner)
    .returning(['id', 'cancelled'])
    .execute()

/** Ends the leases of earlier runs of a process, recognised by the prefix of their names. */
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
