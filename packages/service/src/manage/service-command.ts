import type { ServiceClient } from '@nimbo/clients/service-client'
import type { Api } from '@nimbo/operation/client/api'
import type { ReadOptions } from '../read-options.ts'
import type { Command } from './command.ts'
import type { DatabaseHost } from './database-host.ts'

/** A service that an operator manages; its roles need not run. */
export interface ManagedService {
  /** Reads the configuration; throws with all errors in it. */
  readonly read: ReadOptions
  /** Opens databases by name or URL; `migrate` applies missing migrations. */
  databases(schema?: 'migrate' | 'check'): DatabaseHost
  /** The URL of a database by its operators' name. Throws if it is not configured. */
  databaseAddress(name: string): string
  /** The path of a directory of the service. */
  directory(name: string): Promise<string>
  /** The state directory of an embedded cloud, if it is one. */
  readonly stateDir: string | undefined
  /** The default state directory of an embedded cloud. */
  readonly usualStateDir: string
  /** Calls a running service's API with an operator's rights; `version` is the default microversion of calls. */
  asOperator<Answer>(
    api: Api,
    ask: (client: ServiceClient) => Promise<Answer>,
    version?: string,
  ): Promise<Answer>
  /** Like {@link asOperator}, with the service's own account: some changes are permitted to services alone. */
  asService: ManagedService['asOperator']
}

/** A management command of a service. */
export type ServiceCommand = Command<ManagedService>
