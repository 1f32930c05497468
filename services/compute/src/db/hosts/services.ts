import { inTransaction } from '@nimbo/db/in-transaction'
import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { CellTables, ServiceRow } from '../schema/cell-tables.ts'
import { nextNumber } from '../counter.ts'

export type ServiceChanges = Partial<Pick<ServiceRow, 'disabled' | 'disabled_reason' | 'forced_down'>>

interface ServiceFilter {
  readonly host?: string
  readonly binary?: string
}

const matching = prepared((db: Kysely<CellTables>, { host, binary }: ServiceFilter) => {
  let query = db.selectFrom('services').selectAll().orderBy('number').limit(10_000)
  if (host !== undefined) query = query.where('host', '=', host)
  if (binary !== undefined) query = query.where('binary', '=', binary)
  return query
})

interface OnHosts {
  readonly hosts: readonly string[]
  readonly binary: string
}

const onHosts = prepared((db: Kysely<CellTables>, { hosts, binary }: OnHosts) =>
  db.selectFrom('services').selectAll().where('binary', '=', binary).where('host', 'in', hosts),
)

interface Sign {
  readonly id: string
  readonly now: string
}

const seen = prepared((db: Kysely<CellTables>, { id, now }: Sign) =>
  db
    .updateTable('services')
    .set((eb) => ({ report_count: eb('report_count', '+', 1), last_seen_at: now }))
    .where('id', '=', id),
)

/** The initial state of a service of a new host. */
export interface NewServiceRules {
  /** Why the service is disabled; it is enabled if absent. */
  readonly disabledReason?: string
}

interface Registration {
  readonly host: string
  readonly binary: string
  readonly version: number
  readonly rules: NewServiceRules
}

/** Of several concurrent first registrations, one inserts the row and the others find it. */
const register = (
  db: Kysely<CellTables>,
  clock: Clock,
  { host, binary, version, rules: { disabledReason } }: Registration,
): Promise<ServiceRow> =>
  inTransaction(db, async (trx) => {
    const [known] = await matching(trx, { host, binary })
    if (known) {
      await trx.updateTable('services').set({ version }).where('id', '=', known.id).execute()
      return { ...known, version }
    }
    const row: ServiceRow = {
      id: newId(),
      number: await nextNumber(trx, 'services'),
      host,
      binary,
      disabled: disabledReason === undefined ? 0 : 1,
      disabled_reason: disabledReason ?? null,
      forced_down: 0,
      report_count: 0,
      last_seen_at: null,
      version,
      created_at: timestamp(clock),
    }
    await trx.insertInto('services').values(row).execute()
    return row
  })

/** The services of one cell and their heartbeats. */
export const services = (db: Kysely<CellTables>, clock: Clock) => ({
  /** Registers a service or finds it; an existing one keeps its id and `disabled` flag. */
  ensure: async (
    host: string,
    binary: string,
    version: number,
    rules: NewServiceRules = {},
  ): Promise<ServiceRow> => {
    const [known] = await matching(db, { host, binary })
    return known?.version === version ? known : register(db, clock, { host, binary, version, rules })
  },

  /** Stores a heartbeat; false when the service was deleted. */
  report: async (id: string): Promise<boolean> => (await seen(db, { id, now: timestamp(clock) })) > 0,

  list: (filter: ServiceFilter = {}): Promise<ServiceRow[]> => matching(db, filter),

  /** The services of a binary on some hosts, in no order. */
  onHosts: async (hosts: readonly string[], binary: string): Promise<readonly ServiceRow[]> =>
    hosts.length === 0 ? [] : onHosts(db, { hosts, binary }),

  /** The version of the oldest service of a binary; undefined if there is none. */
  lowestVersion: async (binary: string): Promise<number | undefined> => {
    const oldest = await db
      .selectFrom('services')
      .select('version')
      .where('binary', '=', binary)
      .orderBy('version')
      .limit(1)
      .executeTakeFirst()
    return oldest?.version
  },

  find: (id: string): Promise<ServiceRow | undefined> =>
    db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirst(),

  update: async (id: string, changes: ServiceChanges): Promise<void> => {
    await db.updateTable('services').set(changes).where('id', '=', id).execute()
  },

  remove: async (id: string): Promise<void> => {
    await db.deleteFrom('services').where('id', '=', id).execute()
  },
})
