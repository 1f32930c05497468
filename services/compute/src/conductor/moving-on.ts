import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { migrations } from '../db/server-migrations/migrations.ts'

const open = [
  'accepted',
  'queued',
  'preparing',
  'pre-migrating',
  'running',
  'migrating',
  'post-migrating',
  'finished',
] as const
const mostOpen = 1_000

/** The ids of the open migrations from or to a host, and of their servers. */
export const movingOn = async (
  cell: Kysely<CellTables>,
  clock: Clock,
  host: string,
): Promise<ReadonlySet<string>> => {
  const moves = await migrations(cell, clock).list({ host, filters: { status: [...open] }, limit: mostOpen })
  return new Set(moves.flatMap(({ id, server_id }) => [id, server_id]))
}
