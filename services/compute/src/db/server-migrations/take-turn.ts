import { allOrNone } from '@nimbo/db/all-or-none'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../schema/cell-tables.ts'
import { type MigrationStatus, migrations } from './migrations.ts'

/** `aborted`: it does not wait any more. */
export type Turn = 'taken' | 'not yet' | 'aborted'

export interface WantedTurn {
  readonly migrationId: string
  /** Where the guest is. */
  readonly host: string
  /** How many guests leave the host at once; 0 sets no limit. */
  readonly most: number
}

/** A migration that comes here anew, since its destination refused it, is `preparing` already. */
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
 * Has a live migration wait for its turn, and gives it when few enough guests are leaving its host: who was asked for first goes
 * first. It waits, for all to see, before it looks at the others: so of any two that look at the same time one at least finds the
 * other, takes its row, and has it wait. What came of those it waited for itself it reads then.
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
