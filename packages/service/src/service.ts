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

/** A service in the catalog. */
export interface CatalogEntry {
  readonly type: string
  readonly name: string
  /** Behind its address where its API has a port of its own: `/v3/$(project_id)s`. */
  readonly path: string
  /** Behind its mount where the cloud has one port, as DevStack has it. */
  readonly mountedPath: string
  /** The role that answers there; its service's API unless given. */
  readonly role?: string
}

/** By what others find a service. */
export interface ServiceAddress {
  /** `compute`: what other services look it up by, and its folder in `services/`. */
  readonly type: string
  /** Where it hangs when the cloud has one port: `/compute`. */
  readonly mount: string
  /** Where its newest version begins behind its address: `/v2.1`; empty where clients name versions themselves. */
  readonly version: string
  readonly catalog: readonly CatalogEntry[]
  /** Types under which the catalog of another cloud may have it. */
  readonly aliases: readonly string[]
  /** What its account may be besides what those of all services are. */
  readonly accountRoles: readonly string[]
}

/** Sections of an operator's own naming. */
export interface NamedSections {
  /** Those that have been named. */
  readonly named: (read: ReadOptions) => readonly string[]
  readonly options: (section: string) => OptionGroup
  /** The one that samples show. */
  readonly sample: string
}

export interface ServiceOptions {
  /** All that may stand in the service's file, besides what every service reads. */
  readonly options: readonly OptionGroup[]
  readonly sections: NamedSections | undefined
  readonly upgradeLevels: UpgradeLevels
}

/** A database there is one of in a cloud. */
export interface ServiceDatabase {
  /** As operators know it: `nova_api`. */
  readonly name: string
  /** The section whose `connection` is its address. */
  readonly section: string
  readonly migrations: () => Promise<MigrationSet>
}

/** A database that another one has the address of. */
export interface FurtherDatabase {
  readonly name: string
  readonly address: string
  readonly migrations: MigrationSet
}

export interface ServiceDatabases {
  readonly databases: readonly ServiceDatabase[]
  /** Those that the ones above, brought up to date, know of. */
  readonly furtherDatabases: ((host: DatabaseHost) => Promise<readonly FurtherDatabase[]>) | undefined
}

/** What is made before the first role starts. */
export interface ServicePreparation {
  /** Identity's: makes what a cloud needs before anyone can ask it for anything. */
  readonly bootstrap: BootstrapCloud | undefined
  /** What else an operator makes in a cloud of processes, and a cloud of one process for itself at each start. */
  readonly prepare: ((host: ServiceHost) => Promise<void>) | undefined
}

/** All that the cloud and its tools know of a service. Declared by {@link defineService}. */
export interface Service<in Drivers, out Type extends string = string>
  extends ServiceAddress,
    ServiceOptions,
    ServiceDatabases,
    ServicePreparation {
  /** As operators know it: of its configuration file, its account and its log lines: `nova`. */
  readonly name: string
  readonly type: Type
  /** First words of the folders of its drivers. */
  readonly drivers: readonly string[]
  readonly roles: readonly Role<Drivers>[]
  readonly policies: () => Promise<readonly PolicyRule[]>
  /** What its API is and can do. */
  readonly api: () => Promise<DescribedApi>
  /** What `nimbo manage` does to it. */
  readonly commands: () => Promise<readonly ServiceCommand[]>
}

/** Of any service: what it drives is of no interest. */
export type AnyService = Service<never>
