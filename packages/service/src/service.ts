import type { OptionGroup } from '@nimbo/config/option-group'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { DescribedApi } from '@nimbo/http/open-api-document'
import type { PolicyRule } from '@nimbo/policy/policy-rule'
import type { BootstrapCloud } from './bootstrap-cloud.ts'
import type { DatabaseHost } from './manage/database-host.ts'
import type { ServiceCommand } from './manage/service-command.ts'
import type { ReadOptions } from './read-options.ts'
import type { Role } from './role.ts'
import type { ServiceHost } from './service-host.ts'
import type { UpgradeLevels } from './upgrade-levels.ts'

/** A catalog entry. */
export interface CatalogEntry {
  readonly type: string
  readonly name: string
  /** The path of its endpoint when the API has its own port, such as `/v3/$(project_id)s`. */
  readonly path: string
  /** The path below its mount when the cloud has one port, as in DevStack. */
  readonly mountedPath: string
  /** The role behind the endpoint; the service's API by default. */
  readonly role?: string
}

/** How others find a service. */
export interface ServiceAddress {
  /** The service type, such as `compute`; also its folder in `services/`. */
  readonly type: string
  /** The path prefix when the cloud has one port, such as `/compute`. */
  readonly mount: string
  /** The path of its newest version, such as `/v2.1`; empty where clients add the version. */
  readonly version: string
  readonly catalog: readonly CatalogEntry[]
  /** Alternative types in other clouds' catalogs. */
  readonly aliases: readonly string[]
  /** Roles of its account besides those of every service's account. */
  readonly accountRoles: readonly string[]
}

/** Sections named by the operator. */
export interface NamedSections {
  /** The names in use. */
  readonly named: (read: ReadOptions) => readonly string[]
  readonly options: (section: string) => OptionGroup
  /** The names in the sample configuration, one of each kind. */
  readonly samples: readonly string[]
}

export interface ServiceOptions {
  /** All options of the service's file besides common ones. */
  readonly options: readonly OptionGroup[]
  readonly sections: NamedSections | undefined
  readonly upgradeLevels: UpgradeLevels
}

/** A database that exists once per cloud. */
export interface ServiceDatabase {
  /** The operators' name, such as `nova_api`. */
  readonly name: string
  /** The section whose `connection` is its URL. */
  readonly section: string
  readonly migrations: () => Promise<MigrationSet>
}

/** A database whose URL is stored in another one. */
export interface FurtherDatabase {
  readonly name: string
  readonly address: string
  readonly migrations: MigrationSet
}

export interface ServiceDatabases {
  readonly databases: readonly ServiceDatabase[]
  /** Databases listed in the ones above, once those are migrated. */
  readonly furtherDatabases: ((host: DatabaseHost) => Promise<readonly FurtherDatabase[]>) | undefined
}

/** Preparations before the first role starts. */
export interface ServicePreparation {
  /** Keystone only: creates what a cloud needs before the first request. */
  readonly bootstrap: BootstrapCloud | undefined
  /** Other preparations, by an operator's command, or at each start of a cloud of one process. */
  readonly prepare: ((host: ServiceHost) => Promise<void>) | undefined
}

/** Everything the cloud and its tools know about a service. Declared by {@link defineService}. */
export interface Service<in Drivers, out Type extends string = string>
  extends ServiceAddress,
    ServiceOptions,
    ServiceDatabases,
    ServicePreparation {
  /** The operators' name, such as `nova`: of its configuration file, account and log lines. */
  readonly name: string
  readonly type: Type
  /** First words of its drivers' folders. */
  readonly drivers: readonly string[]
  readonly roles: readonly Role<Drivers>[]
  readonly policies: () => Promise<readonly PolicyRule[]>
  /** The description of its API. */
  readonly api: () => Promise<DescribedApi>
  /** Its commands in `nimbo manage`. */
  readonly commands: () => Promise<readonly ServiceCommand[]>
}

/** Any service, regardless of its drivers. */
export type AnyService = Service<never>
