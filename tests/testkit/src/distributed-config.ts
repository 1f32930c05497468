import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CloudRole, rolesOf } from '@nimbo/cloud/cloud-role'
import { services } from '@nimbo/cloud/services'
import { type Listening, listeningNames } from '@nimbo/service/listening'
import { usualTls } from '@nimbo/service/listening-tls'
import type { AnyService } from '@nimbo/service/service'
import type { TlsPaths } from './cloud-tls.ts'
import { hostSettings, serviceSettings } from './quick-settings.ts'
import { iniOf, merged, type Sections } from './sections.ts'

/** The virtual hosts that a compute host uses: the one between the services, and the one of its cell. */
export interface HostBrokers {
  readonly host: string
  readonly broker: string
  readonly cellBroker: string
}

export interface DistributedConfig {
  readonly directory: string
  /** The port of each API, by the name of its role. */
  readonly ports: ReadonlyMap<string, number>
  /** The URL of a database. */
  database(name: string): string
  /** The virtual host between the services. */
  readonly broker: string
  readonly hosts: readonly HostBrokers[]
  readonly servicePassword: string
  readonly sealingKey: string
  readonly novaApiWorkers: number
  /** `none` lets a project have any number of resources; `usual` leaves the default quotas. */
  readonly quotas: 'usual' | 'none'
  /** Without it, APIs use plain HTTP. */
  readonly tls?: TlsPaths
  /** Additional settings of the controllers, by service. */
  readonly further?: Readonly<Record<string, Sections>>
}

const loopback = '127.0.0.1'

/** The roles that a cloud of processes has by default. */
export const usualRoles: readonly CloudRole[] = rolesOf(services).filter(({ byRequest }) => !byRequest)

/** The URL of identity. */
export const identityUrlOf = (ports: ReadonlyMap<string, number>, secure: boolean): string => {
  const identity = usualRoles.find(({ service, kind }) => service.type === 'identity' && kind === 'api')
  return `${secure ? 'https' : 'http'}://${loopback}:${ports.get(identity?.name ?? '')}`
}

/** Settings of all services: short waiting times, so that a test does not wait as long as a real cloud would. */
const common = ({ ports, directory, tls }: DistributedConfig, broker: string): Sections => ({
  DEFAULT: {
    transport_url: broker,
    state_path: join(directory, 'state'),
    config_path: join(directory, 'etc'),
    graceful_shutdown_timeout: 5,
  },
  database: { retry_interval: 1, max_pool_size: 2, max_overflow: 2 },
  keystone_authtoken: {
    auth_url: identityUrlOf(ports, tls !== undefined),
    ...(tls && { cafile: tls.ca }),
  },
})

const account = ({ servicePassword }: DistributedConfig, { name }: AnyService): Sections => ({
  keystone_authtoken: { username: name, password: servicePassword },
})

const databases = (config: DistributedConfig, service: AnyService): readonly Sections[] =>
  service.databases.map(({ name, section }) => ({ [section]: { connection: config.database(name) } }))

const lockedDoor = ({ tls: names = usualTls }: Listening, files: TlsPaths): readonly Sections[] => {
  const { section, cert, key, ca, enabledBy } = names
  const asks = ca && { [section]: { [ca]: files.ca, client_certificates: 'optional' } }
  const switched = enabledBy && { DEFAULT: { [enabledBy.option]: enabledBy.api ?? 'true' } }
  return [
    { [section]: { [cert]: files.cert, [key]: files.key } },
    ...(asks ? [asks] : []),
    ...(switched ? [switched] : []),
  ]
}

const doors = ({ ports, tls }: DistributedConfig, { roles }: AnyService): readonly Sections[] =>
  roles.flatMap(({ name, listens }) => {
    const port = ports.get(name)
    if (listens === undefined || port === undefined) return []
    const options = listeningNames(listens)
    const section = listens.options?.section ?? 'DEFAULT'
    return [
      { [section]: { [options.host]: loopback, [options.port]: port, [options.workers]: 1 } },
      ...(tls ? lockedDoor(listens, tls) : []),
    ]
  })

/** The configuration directories of the controllers and of each compute host. */
export const configDirectories = (directory: string) => ({
  controller: join(directory, 'etc'),
  /** The directory of files that make fake hypervisors fail or wait. */
  faults: join(directory, 'faults'),
  host: (name: string): string => join(directory, `etc-${name}`),
})

/** Writes the configuration files of a cloud of processes on this machine. */
export const writeDistributedConfig = async (config: DistributedConfig): Promise<void> => {
  const places = configDirectories(config.directory)
  const write = async (directory: string, name: string, ...sections: readonly Sections[]): Promise<void> => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeFile(join(directory, `${name}.conf`), iniOf(merged(sections)), { mode: 0o600 })
  }
  const traces = { trace: { connection: config.database('traces') } }
  await write(places.controller, 'nimbo', common(config, config.broker), traces)
  for (const service of services)
    await write(
      places.controller,
      service.name,
      account(config, service),
      ...databases(config, service),
      ...doors(config, service),
      serviceSettings(config)[service.name] ?? {},
      config.further?.[service.name] ?? {},
    )
  for (const brokers of config.hosts) {
    const place = places.host(brokers.host)
    const settings = hostSettings({ ...brokers, faults: places.faults })
    await write(place, 'nimbo', common(config, brokers.broker))
    for (const service of services.filter(({ roles }) => roles.some(({ onComputeHosts }) => onComputeHosts)))
      await write(place, service.name, account(config, service), settings[service.name] ?? {})
  }
}
