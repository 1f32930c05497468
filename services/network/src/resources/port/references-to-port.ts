import type { PlainPort } from '@nimbo/contracts/network/port'
import { prepared } from '@nimbo/db/prepared'
import { sql } from 'kysely'
import type { Inside } from '../../app/deps.ts'
import type { Db } from '../../tables.ts'

/** The tables whose rows refer to ports, and the columns by which they do. */
const columns = {
  floatingips: 'port_id',
  port_forwardings: 'internal_port_id',
  ndp_proxies: 'port_id',
  local_ips: 'local_port_id',
  port_associations: 'fixed_port_id',
} as const

type Table = keyof typeof columns

const tables = ['floatingips', 'port_forwardings', 'ndp_proxies', 'local_ips', 'port_associations'] as const

const referring = prepared((db: Db, { id }: { readonly id: string }) => {
  const one = (table: Table) =>
    db.selectNoFrom(sql<Table>`${sql.lit(table)}`.as('table')).where(({ exists, selectFrom }) =>
      exists(
        selectFrom(table)
          .select('id')
          .where(sql.ref(`${table}.${columns[table]}`), '=', id),
      ),
    )
  const [first, ...others] = tables
  return others.reduce((query, table) => query.unionAll(one(table)), one(first))
})

/** The tables with rows that refer to a port, found by one query; most ports have none. */
export const referencesTo = async (db: Db, id: string): Promise<ReadonlySet<Table>> =>
  new Set((await referring(db, { id })).map(({ table }) => table))

type Hook = (inside: Inside, port: PlainPort) => Promise<void>

/** Runs, in order, the hooks of the tables with rows that refer to the port. */
export const withReferences =
  (hooks: readonly (readonly [table: Table, hook: Hook])[]): Hook =>
  async (inside, port) => {
    const found = await referencesTo(inside.db, port.id)
    for (const [table, hook] of hooks) if (found.has(table)) await hook(inside, port)
  }
