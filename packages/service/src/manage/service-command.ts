import type { ServiceClient } from '@nimbo/clients/service-client'
import type { Api } from '@nimbo/operation/client/api'
import type { ReadOptions } from '../read-options.ts'
import type { Command } from './command.ts'
import type { DatabaseHost } from './database-host.ts'

/** A service of a cloud that an operator does something to; the roles of that need not run. */
export interface ManagedService {
  /** Reads the configuration, which is refused with all that is wrong with it. */
  readonly read: ReadOptions
  /** Databases by name or address; with `migrate` they are brought up to date as they are opened. */
  databases(schema?: 'migrate' | 'check'): DatabaseHost
  /** The address of a database by the name operators know. Throws where the configuration has none. */
  databaseAddress(name: string): string
  /** The path of a directory that is the service's own. */
  directory(name: string): Promise<string>
  /** The state directory of the embedded cloud that is meant, if it is one. */
  readonly stateDir: string | undefined
  /** And where that of an embedded cloud usually is. */
  readonly usualStateDir: string
  /** Asks the service's running API something, in the name of an operator. */
  asOperator<Answer>(api: Api, ask: (client: ServiceClient) => Promise<Answer>): Promise<Answer>
}

/** What an operator does to a service besides running it. */
export type ServiceCommand = Command<ManagedService>
