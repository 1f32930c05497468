import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Sections = Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>

const iniOf = (sections: Sections): string =>
  Object.entries(sections)
    .map(([name, options]) => {
      const lines = Object.entries(options).map(([option, value]) => `${option} = ${value}`)
      return [`[${name}]`, ...lines, ''].join('\n')
    })
    .join('\n')

/** Services whose APIs listen, in the order of their ports. */
export const apis = ['keystone', 'placement', 'glance', 'neutron', 'cinder', 'nova'] as const
export type Api = (typeof apis)[number]

/** Where a compute host finds the virtual host between the services, and that of its cell. */
export interface HostBrokers {
  readonly host: string
  readonly broker: string
  readonly cellBroker: string
}

export interface DistributedConfig {
  readonly directory: string
  readonly ports: Readonly<Record<Api, number>>
  /** Where a database of that name is. */
  database(name: string): string
  /** The virtual host between the services. */
  readonly broker: string
  readonly hosts: readonly HostBrokers[]
  readonly servicePassword: string
  readonly sealingKey: string
  readonly novaApiWorkers: number
  /** `none` lets a project have any number of things; `usual` leaves the quotas as they are by themselves. */
  readonly quotas: 'usual' | 'none'
}

const loopback = '127.0.0.1'

/** Common to all: brief patience, so that a test needn't wait for what a cloud of machines would wait for. */
const common = ({ ports, directory }: DistributedConfig, broker: string): Sections => ({
  DEFAULT: {
    transport_url: broker,
    state_path: join(directory, 'state'),
    config_path: join(directory, 'etc'),
    graceful_shutdown_timeout: 5,
  },
  database: { retry_interval: 1, max_pool_size: 3 },
  keystone_authtoken: { auth_url: `http://${loopback}:${ports.keystone}` },
})

const account = (config: DistributedConfig, service: Api): Sections => ({
  database: { connection: config.database(service) },
  keystone_authtoken: { username: service, password: config.servicePassword },
})

const listens = (config: DistributedConfig, service: Api) => ({
  ...{ bind_host: loopback, bind_port: config.ports[service], workers: 1 },
})

const neutron = (config: DistributedConfig): Sections => ({
  ...account(config, 'neutron'),
  DEFAULT: { bind_host: loopback, bind_port: config.ports.neutron, api_workers: 1, agent_down_time: 20 },
  AGENT: { agent_driver: 'fake', report_interval: 2 },
  ...(config.quotas === 'none' ? { QUOTAS: { quota_port: -1 } } : {}),
})

const cinder = (config: DistributedConfig): Sections => ({
  ...account(config, 'cinder'),
  DEFAULT: {
    ...{ osapi_volume_listen: loopback, osapi_volume_listen_port: config.ports.cinder },
    ...{ osapi_volume_workers: 1, report_interval: 2, service_down_time: 15 },
    ...(config.quotas === 'none' ? { quota_volumes: -1, quota_gigabytes: -1 } : {}),
  },
})

const nova = (config: DistributedConfig): Sections => ({
  api_database: { connection: config.database('nova_api') },
  keystone_authtoken: { username: 'nova', password: config.servicePassword },
  DEFAULT: {
    ...{ osapi_compute_listen: loopback, osapi_compute_listen_port: config.ports.nova },
    ...{ osapi_compute_workers: config.novaApiWorkers, service_down_time: 15 },
  },
  conductor: { flow_lease_seconds: 5, flow_poll_seconds: 0.5 },
  key_manager: { fixed_key: config.sealingKey },
  scheduler: { discover_hosts_in_cells_interval: 1 },
  ...(config.quotas === 'none' ? { quota: { instances: -1, cores: -1, ram: -1 } } : {}),
})

/** What a compute host is told instead: its cell's broker, no database. */
const hostNova = (config: DistributedConfig, { cellBroker }: HostBrokers): Sections => ({
  DEFAULT: {
    ...{ transport_url: cellBroker, compute_driver: 'fake.FakeDriver' },
    ...{ report_interval: 2, vif_plugging_timeout: 60 },
  },
  fake: { faults_directory: configDirectories(config.directory).faults },
  keystone_authtoken: { username: 'nova', password: config.servicePassword },
})

/** Where the files of the controllers lie, and those of each compute host. */
export const configDirectories = (directory: string) => ({
  controller: join(directory, 'etc'),
  /** Where files tell the make-believe hosts to fail or wait. */
  faults: join(directory, 'faults'),
  host: (name: string): string => join(directory, `etc-${name}`),
})

/** Writes the configuration files of a cloud whose roles are processes on this machine. */
export const writeDistributedConfig = async (config: DistributedConfig): Promise<void> => {
  const places = configDirectories(config.directory)
  const write = async (directory: string, name: string, sections: Sections): Promise<void> => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeFile(join(directory, `${name}.conf`), iniOf(sections), { mode: 0o600 })
  }
  const own = (service: Api, more: Sections = {}): Sections => ({
    ...account(config, service),
    DEFAULT: listens(config, service),
    ...more,
  })
  const trace = { connection: config.database('traces') }
  await write(places.controller, 'nimbo', { ...common(config, config.broker), trace })
  await write(places.controller, 'keystone', own('keystone'))
  await write(places.controller, 'placement', own('placement'))
  await write(places.controller, 'glance', own('glance'))
  await write(places.controller, 'neutron', neutron(config))
  await write(places.controller, 'cinder', cinder(config))
  await write(places.controller, 'nova', nova(config))
  for (const brokers of config.hosts) {
    const place = places.host(brokers.host)
    await write(place, 'nimbo', common(config, brokers.broker))
    await write(place, 'neutron', {
      AGENT: { agent_driver: 'fake', report_interval: 2 },
      keystone_authtoken: { username: 'neutron', password: config.servicePassword },
    })
    await write(place, 'nova', hostNova(config, brokers))
  }
}
