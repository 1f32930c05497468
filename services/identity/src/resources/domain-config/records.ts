import type { Kysely } from 'kysely'
import type { IdentityTables } from '../../db/tables.ts'
import { usualOptions } from './known-options.ts'

type Values = Readonly<Record<string, unknown>>

const mostOptions = 1000

/** The effective options of a domain with their secrets; options that are not set have their defaults. */
export const domainOptions = async (
  db: Kysely<IdentityTables>,
  domainId: string,
): Promise<Readonly<Record<string, Values>>> => {
  const rows = await db
    .selectFrom('domain_config')
    .selectAll()
    .where('domain_id', '=', domainId)
    .limit(mostOptions)
    .execute()
  const options = new Map(Object.entries(usualOptions).map(([group, values]) => [group, { ...values }]))
  for (const { group_name, option_name, value } of rows)
    options.set(group_name, { ...options.get(group_name), [option_name]: JSON.parse(value) })
  return Object.fromEntries(options)
}
