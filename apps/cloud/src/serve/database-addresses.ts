import { defineOptions } from '@nimbo/config/option-group'
import { string } from '@nimbo/config/option-types'
import type { ReadOptions } from '@nimbo/service/read-options'
import type { AnyService } from '@nimbo/service/service'
import { UserError } from '../user-error.ts'

const addressOptions = (section: string) =>
  defineOptions(section, { connection: string({ help: 'Where it is.', secret: true }) })

/** The address of a database a service names: one it declares, or an address as a cell's mapping holds it. */
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

/** An address without its scheme and account, for labels: `db1:5432/nova_api`. */
export const withoutAccount = (address: string): string =>
  address.replace(/^[^:]+:(\/\/)?/, '').replace(/[^/@,]*@/g, '')

/** An address without its passwords, as logs and lists show it: each broker of a cluster may have one. */
export const withoutPassword = (address: string): string =>
  address
    .replace(/(?<=:\/\/)[^/?]*/, (authority) =>
      authority
        .split(',')
        .map((part) => part.replace(/:.*@/, ':****@'))
        .join(','),
    )
    .replace(/(?<=[?&]password=)[^&]*/g, '****')
