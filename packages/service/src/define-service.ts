import type { Config, OptionGroup } from '@nimbo/config/option-group'
import { bindingOf, listeningOptions } from './listening.ts'
import type { Role, RoleDeclaration, Unattended } from './role.ts'
import type {
  AnyService,
  CatalogEntry,
  Service,
  ServiceAddress,
  ServiceDatabase,
  ServiceDatabases,
  ServiceOptions,
  ServicePreparation,
} from './service.ts'
import { upgradeLevelOptions } from './upgrade-levels.ts'

/** How others find the service. */
interface DeclaredAddress<Type extends string>
  extends Partial<Pick<ServiceAddress, 'version' | 'aliases' | 'accountRoles'>> {
  readonly name: string
  readonly type: Type
  readonly mount: string
  /** Its catalog entries; by default one with its type and name. An entry's path is by default that of the service's version. */
  readonly catalog?: readonly (Pick<CatalogEntry, 'type' | 'name'> & Partial<CatalogEntry>)[]
}

interface DeclaredOptions<Groups extends readonly OptionGroup[]>
  extends Partial<Pick<ServiceOptions, 'sections' | 'upgradeLevels'>> {
  /** The options of its file, without listening addresses and `[upgrade_levels]`, which are derived. */
  readonly options: Groups
  readonly policies: AnyService['policies']
  readonly api: AnyService['api']
}

interface DeclaredDatabases extends Partial<Pick<ServiceDatabases, 'furtherDatabases'>> {
  /** Its databases by operators' names; the URL is in `[database]` unless another section is given. */
  readonly databases: Readonly<
    Record<string, Pick<ServiceDatabase, 'migrations'> & Partial<Pick<ServiceDatabase, 'section'>>>
  >
}

interface DeclaredPreparation<Configuration> extends Partial<Pick<ServicePreparation, 'bootstrap'>> {
  /** Its configuration in a cloud of one process without an operator. */
  readonly unattended?: {
    readonly config?: (config: Configuration, unattended: Unattended) => Promise<Configuration>
    readonly prepare?: NonNullable<ServicePreparation['prepare']>
  }
}

/** A service as its folder declares it: plain data, and functions that load code on demand. */
export interface ServiceDeclaration<Type extends string, Groups extends readonly OptionGroup[], Drivers>
  extends DeclaredAddress<Type>,
    DeclaredOptions<Groups>,
    DeclaredDatabases,
    DeclaredPreparation<Config<Groups[number]>> {
  /** Its roles by name, in the order in which one process starts them. */
  readonly roles: Readonly<Record<string, RoleDeclaration<Config<Groups[number]>, Drivers>>>
  /** Its driver interfaces: the first word of the folders in `drivers/` that implement them. */
  readonly drivers?: readonly (keyof NoInfer<Drivers> & string)[]
  /** None by default. */
  readonly commands?: AnyService['commands']
}

/**
 * Declares a service, once for all who must know of it: catalog, accounts, databases, configuration, roles, reference and tests.
 * It is read by every process, so it imports options and types alone, and code within functions:
 *
 * ```ts
 * export const orchestration = defineService({
 *   name: 'heat', type: 'orchestration', mount: '/heat-api', version: '/v1',
 *   options: heatOptions,
 *   databases: { heat: { migrations: async () => (await import('./db/migrations.ts')).migrations } },
 *   roles: {
 *     'heat-api': { kind: 'api', listens: { port: 8004 }, start: async () => (await import('./roles/heat-api.ts')).startHeatApi },
 *   },
 *   policies: async () => (await import('./policies.generated.ts')).policies,
 *   api: async () => (await import('./api/described.ts')).described,
 * })
 * ```
 */
export const defineService = <
  const Type extends string,
  const Groups extends readonly OptionGroup[],
  Drivers = unknown,
>(
  declared: ServiceDeclaration<Type, Groups, Drivers>,
): Service<Drivers, Type> => {
  const { name, type, mount, version = '', upgradeLevels = {}, unattended } = declared
  const { aliases = [], accountRoles = [], drivers = [], catalog = [{ type, name }] } = declared
  const { sections, furtherDatabases, bootstrap, policies, api, commands = async () => [] } = declared
  const roles = Object.entries(declared.roles)
  return {
    ...{ name, type, mount, version, aliases, accountRoles, drivers, upgradeLevels },
    ...{
      sections,
      furtherDatabases,
      bootstrap,
      policies,
      api,
      commands,
      prepare: unattended?.prepare,
    },
    catalog: catalog.map((entry) => ({ path: version, mountedPath: entry.path ?? version, ...entry })),
    options: [
      ...eachOnce(roles.flatMap(([role, { listens }]) => (listens ? listeningOptions(role, listens) : []))),
      ...declared.options,
      ...upgradeLevelOptions(upgradeLevels),
    ],
    databases: Object.entries(declared.databases).map(([database, { section = 'database', migrations }]) => ({
      ...{ name: database, section, migrations },
    })),
    roles: roles.map(([role, declaration]) => roleOf(role, declaration, declared)),
  }
}

/** Roles of a service share their TLS options. */
const eachOnce = (groups: readonly OptionGroup[]): readonly OptionGroup[] => [
  ...new Map(groups.map((group) => [[group.name, ...Object.keys(group.options)].join(' '), group])).values(),
]

const roleOf = <Groups extends readonly OptionGroup[], Drivers>(
  name: string,
  { kind, listens, ...role }: RoleDeclaration<Config<Groups[number]>, Drivers>,
  { options, unattended }: Pick<ServiceDeclaration<string, Groups, Drivers>, 'options' | 'unattended'>,
): Role<Drivers> => ({
  ...{ name, kind, listens },
  byRequest: role.byRequest ?? false,
  facesGuests: role.facesGuests ?? false,
  mount: role.mount,
  onComputeHosts: role.onComputeHosts ?? false,
  binding: (read) => listens && bindingOf(name, listens, read),
  processes: (read) => {
    if (listens) return bindingOf(name, listens, read).workers
    return role.processes?.(read<Groups[number]>(options)) ?? 1
  },
  start: async (host, { read, unattended: alone, ...process }) => {
    const begin = await role.start()
    const said = read<Groups[number]>(options)
    const config =
      alone && unattended?.config ? await unattended.config(said, { ...alone, hosts: process.hosts }) : said
    return begin(host, { ...process, read, config })
  },
})
