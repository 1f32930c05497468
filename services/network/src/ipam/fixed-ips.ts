import type { FixedIp, Port } from '@nimbo/contracts/network/port'
import { prepared } from '@nimbo/db/prepared'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { Condition } from '@nimbo/resource/rows/row-queries'
import { type SqlBool, sql } from 'kysely'
import { errors } from '../errors.ts'
import type { Db, NetworkTables } from '../tables.ts'

const addressesOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('fixed_ips')
    .select(['port_id', 'subnet_id', 'ip_address'])
    .where('port_id', 'in', ids)
    .orderBy('position'),
)

const insertAddress = prepared((db: Db, { row }: { readonly row: NetworkTables['fixed_ips'] }) =>
  db
    .insertInto('fixed_ips')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
)

type AddressRow = FixedIp & { readonly port_id: string }

/** Fixed IPs grouped by port, in order. */
export const byPort = (rows: readonly AddressRow[]): Map<string, FixedIp[]> =>
  grouped(
    rows,
    ({ port_id }) => port_id,
    ({ subnet_id, ip_address }): FixedIp => ({ subnet_id, ip_address }),
  )

export const fixedIpsOf = async (db: Db, portIds: readonly string[]): Promise<Map<string, FixedIp[]>> =>
  byPort(await addressesOf(db, { ids: portIds }))

/** Allocates an address to a port; false when another port has it. */
export const takeAddress = async (
  db: Db,
  port: Pick<Port, 'id' | 'network_id'>,
  address: FixedIp,
  position: number,
): Promise<boolean> => {
  const row = { ...address, port_id: port.id, network_id: port.network_id, position }
  return (await insertAddress(db, { row })) > 0
}

export const releaseAddress = async (db: Db, portId: string, address: FixedIp): Promise<void> => {
  await db
    .deleteFrom('fixed_ips')
    .where('port_id', '=', portId)
    .where('subnet_id', '=', address.subnet_id)
    .where('ip_address', '=', address.ip_address)
    .execute()
}

export const takenAddresses = async (db: Db, subnetId: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('fixed_ips')
    .select('ip_address')
    .where('subnet_id', '=', subnetId)
    .execute()
  return new Set(rows.map(({ ip_address }) => ip_address))
}

/** The id of the port that has an address. */
export const holderOf = async (db: Db, subnetId: string, ipAddress: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('fixed_ips')
    .select('port_id')
    .where('subnet_id', '=', subnetId)
    .where('ip_address', '=', ipAddress)
    .executeTakeFirst()
  return row?.port_id
}

/** Selects ports with an address on the subnet. */
export const hasAddressOf = (subnetId: string): Condition =>
  sql<SqlBool>`ports.id in (select port_id from fixed_ips where subnet_id = ${subnetId})`

const addressFilters = ['ip_address', 'subnet_id', 'ip_address_substr']

/** The key and the value of a filter's `key=value`. */
const keyAndValue = (filter: unknown): readonly [string, string] => {
  const [, key, value] = /^\s*([^=]*[^=\s])\s*=\s*(.*?)\s*$/s.exec(String(filter)) ?? []
  if (key === undefined || value === undefined)
    throw errors.InvalidInput({ reason: `'${filter}' is not of the form <key>=[value]` })
  return [key, value]
}

/**
 * Selects ports by `fixed_ips` filters: `ip_address=10.0.0.3`, `subnet_id=…`, `ip_address_substr=.3`. All of these must match;
 * other keys are ignored. Throws for a filter without a key.
 */
export const hasAddressLike = (values: readonly unknown[]): Condition => {
  const parts = grouped(
    values.map(keyAndValue).filter(([key]) => addressFilters.includes(key)),
    ([key]) => key,
    ([, value]) => value,
  )
  if (parts.size === 0) return sql<SqlBool>`1 = 1`
  const matches = [...parts].map(([key, wanted]) =>
    key === 'ip_address_substr'
      ? sql`(${sql.join(
          wanted.map((part) => sql`lower(ip_address) like lower(${`%${escaped(part)}%`}) escape '\\'`),
          sql` or `,
        )})`
      : sql`${sql.ref(key)} in (${sql.join(wanted)})`,
  )
  return sql<SqlBool>`ports.id in (select port_id from fixed_ips where ${sql.join(matches, sql` and `)})`
}

/** Escapes the wildcards of `like`. */
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
