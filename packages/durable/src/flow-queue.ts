import type { FlowId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import { instant } from './flow-record.ts'
import type { FlowTables } from './flow-tables.ts'
import { unfinished } from './unfinished.ts'

/** Due flows of these names without a lease, longest due first. */
export const dueFlows = async (
  db: Kysely<FlowTables>,
  names: readonly string[],
  now: number,
  limit: number,
): Promise<FlowId[]> => {
  const rows = await db
    .selectFrom('flows')
    .select('id')
    .where('wake_at', '<=', instant(now))
    .where('name', 'in', names)
    .where((eb) => eb.or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<=', instant(now))]))
    .orderBy('wake_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id as FlowId)
}

/** When the next flow wakes or the next lease of another holder expires; `undefined` when there is none. */
export const nextDueAt = async (
  db: Kysely<FlowTables>,
  names: readonly string[],
  owner: string,
  now: number,
): Promise<number | undefined> => {
  const waking = await db
    .selectFrom('flows')
    .select((eb) => eb.fn.min('wake_at').as('at'))
    .where('wake_at', '>', instant(now))
    .where('name', 'in', names)
    .executeTakeFirst()
  const lapsing = await db
    .selectFrom('flows')
    .select((eb) => eb.fn.min('lease_expires_at').as('at'))
    .where(unfinished)
    .where('lease_owner', 'is not', null)
    .where('lease_owner', '!=', owner)
    .where('name', 'in', names)
    .executeTakeFirst()
  const instants = [waking?.at, lapsing?.at].flatMap((at) => (at ? [Date.parse(at)] : []))
  return instants.length === 0 ? undefined : Math.min(...instants)
}

/** The number of unfinished flows of these names. */
export const countActive = async (db: Kysely<FlowTables>, names: readonly string[]): Promise<number> => {
  const { count } = await db
    .selectFrom('flows')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where(unfinished)
    .where('name', 'in', names)
    .executeTakeFirstOrThrow()
  return Number(count)
}
