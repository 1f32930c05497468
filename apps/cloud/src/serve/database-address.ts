import { defineOptions } from '@nimbo/config/option-group'
import { string } from '@nimbo/config/option-types'
import { UserError } from '@nimbo/kernel/user-error'
import type { ReadOptions } from '@nimbo/service/read-options'
import type { AnyService } from '@nimbo/service/service'

const addressOptions = (section: string) =>
  defineOptions(section, { connection: string({ help: 'URL of the database.', secret: true }) })

/** The URL of a service's database: `database` is the name of one it declares, or a URL from a cell's mapping. */
export const databaseAddress = (
  { name, databases }: Pick<AnyService, 'name' | 'databases'>,
  database: string,
  read: ReadOptions,
): string => {
  if (database.includes(':')) return database
  const { section = 'database' } = databases.find((one) => one.name === database) ?? {}
  const address = read([addressOptions(section)])[section]?.connection
  if (address === undefined)
    throw new UserError(`${name}.conf: [${section}] connection must be set: this role has a database`)
  return address
}
