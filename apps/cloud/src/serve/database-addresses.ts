import type { ServiceName } from '../roles/role.ts'
import type { Settings } from '../settings.ts'
import { UserError } from '../user-error.ts'
import { accountOptions } from './options/account-options.ts'
import { novaServeOptions } from './options/nova-options.ts'

/** The address of a database a service names: its own, `nova_api`, or an address as a cell's mapping holds it. */
export const databaseAddress = (service: ServiceName, database: string, settings: Settings): string => {
  if (database.includes(':')) return database
  const [section, connection] =
    database === 'nova_api'
      ? ['api_database', settings('nova', novaServeOptions).api_database.connection]
      : ['database', settings(service, accountOptions).database.connection]
  if (connection === undefined)
    throw new UserError(`${service}.conf: [${section}] connection must be set: this role has a database`)
  return connection
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
