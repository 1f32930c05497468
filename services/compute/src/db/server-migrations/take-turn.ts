import { allOrNone } from '@nimbo/db/all-or-none'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../schema/cell-tables.ts'
import { type MigrationStatus, migrations } from './migrations.ts'

/** `aborted`: the migration was cancelled while it waited. */
export type Turn = 'taken' | 'not yet' | 'aborted'

export interface WantedTurn {
  readonly migrationId: string
  /** The source host. */
  readonly host: string
  /** How many live migrations may leave a host at once (`max_concurrent_live_migrations`); 0 means no limit. */
  readonly most: number
}

/** A migration is `preparing` already if it waits again because its destination refused it. */
const waiting: readonly MigrationStatus[] = ['queued', 'preparing']
const underWay: readonly MigrationStatus[] = ['preparing', 'running', 'post-migrating']

const departuresFrom = (trx: Kysely<CellTables>, host: string) =>
  trx
    .selectFrom('migrations')
    .select(['id', 'number', 'status'])
    .where('source_compute', '=', host)
    .where('migration_type', '=', 'live-migration')
    .where('status', 'in', ['queued', ...underWay])
    .orderBy('id')

/**
 * Queues a live migration and starts it when few enough are leaving its host, first come first served. The migration is
 * marked as waiting before the others are read. So if two migrations check at the same time, at least one of them sees
 * the other, locks its row and waits; then it reads the result of the earlier one again.
 */
export const takeTurn = async (
  cell: Kysely<CellTables>,
  clock: Clock,
  { migrationId, host, most }: WantedTurn,
): Promise<Turn> => {
  await migrations(cell, clock).change(migrationId, { from: ['accepted'], to: { status: 'queued' } })
  return allOrNone(cell, async (trx) => {
    await takingRows(trx, departuresFrom(trx, host)).execute()
    const departures = await departuresFrom(trx, host).execute()
    const own = departures.find(({ id }) => id === migrationId)
    if (own === undefined || !waiting.includes(own.status)) return 'aborted'
    const before = departures.filter(
      ({ id, number, status }) => id !== migrationId && (status !== 'queued' || number < own.number),
    )
    if (most > 0 && before.length >= most) return 'not yet'
    const taken = await migrations(trx, clock).change(migrationId, {
      from: waiting,
      to: { status: 'preparing' },
    })
    return taken ? 'taken' : 'aborted'
  })
}
