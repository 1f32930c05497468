import { parseTransportUrl } from '@nimbo/bus/transport-url'
import { isDatabaseUrl } from '@nimbo/db/open-database'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import { accountOptions } from '@nimbo/service/account-options'
import { commonOptions } from '@nimbo/service/common-options'
import type { Given, Say } from '@nimbo/service/manage/command'
import { givenSecret, secretFile } from '@nimbo/service/manage/secret-option'
import type { ManagedService } from '@nimbo/service/manage/service-command'
import { withoutPassword } from '@nimbo/service/shown-address'

/** The addresses of a cell, from options or nova.conf; absent when neither has them. */
export interface GivenAddresses {
  readonly transport: string | undefined
  readonly database: string | undefined
}

const invalid = 1

const checkTransport = (transport: string): void => {
  if (/^(fake|none):/.test(transport)) return
  try {
    parseTransportUrl(transport)
  } catch (error) {
    throw new UserError(`Invalid transport URL: ${messageOf(error)}`, invalid)
  }
}

const checkDatabase = (database: string): void => {
  if (!isDatabaseUrl(database))
    throw new UserError(`Invalid database connection: ${withoutPassword(database)}`, invalid)
}

/** Addresses contain passwords, so each can be given in a file. */
const names = {
  transport: { plain: 'transport-url', file: 'transport-url-file', errorCode: invalid },
  database: { plain: 'database_connection', file: 'database_connection-file', errorCode: invalid },
} as const

export const addressOptions = Object.values(names).flatMap(({ plain, file }) => [plain, file])

export const databaseFile = { 'database_connection-file': secretFile('this URL') } as const
export const transportFile = { 'transport-url-file': secretFile('this URL') } as const

/** Addresses from options. Refuses invalid ones. */
export const givenAddresses = async (given: Given): Promise<GivenAddresses> => {
  const transport = await givenSecret(given, names.transport)
  const database = await givenSecret(given, names.database)
  if (transport !== undefined) checkTransport(transport)
  if (database !== undefined) checkDatabase(database)
  return { transport, database }
}

const configured = (
  option: string,
  setting: string,
  value: string | undefined,
  say: Say,
): string | undefined => {
  if (value !== undefined)
    say(
      `--${option} not provided in the command line, using the value ${setting} from the configuration file\n`,
    )
  return value
}

const configuredTransport = ({ read }: Pick<ManagedService, 'read'>, say: Say): string | undefined =>
  configured('transport-url', '[DEFAULT]/transport_url', read(commonOptions).DEFAULT.transport_url, say)

/** Addresses from options, otherwise from the configuration. */
export const addressesOrConfigured = async (
  given: Given,
  managed: Pick<ManagedService, 'read'>,
  say: Say,
): Promise<GivenAddresses> => {
  const { transport, database } = await givenAddresses(given)
  const { connection } = managed.read(accountOptions).database
  return {
    transport: transport ?? configuredTransport(managed, say),
    database: database ?? configured('database_connection', '[database]/connection', connection, say),
  }
}

/** The address from options or, otherwise, that of the configuration; there must be one. */
export const requiredAddress = (option: string, setting: string, address: string | undefined): string => {
  if (address !== undefined) return address
  throw new UserError(`Must specify --${option} if ${setting} is not set in the configuration file.`, invalid)
}

/** The message broker from options, otherwise from the configuration; there must be one. */
export const transportOrConfigured = async (
  given: Given,
  managed: Pick<ManagedService, 'read'>,
  say: Say,
): Promise<string> => {
  const { transport } = await givenAddresses(given)
  const found = transport ?? configuredTransport(managed, say)
  return requiredAddress('transport-url', '[DEFAULT]/transport_url', found)
}
