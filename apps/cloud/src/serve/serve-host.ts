import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { MigrationSet } from '@nimbo/db/migrate'
import { networkTransport } from '@nimbo/http/network-transport'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { ServiceHost } from '@nimbo/service/service-host'
import { overrideFiles } from '../override-files.ts'
import type { ServiceName } from '../roles/role.ts'
import type { Settings } from '../settings.ts'
import { UserError } from '../user-error.ts'
import { databaseAddress } from './database-addresses.ts'
import { endpointBook, withoutVersion } from './identity-catalog.ts'
import { accountOptions } from './options/account-options.ts'
import { commonOptions } from './options/common-options.ts'
import type { ProcessInvalidations } from './process-invalidations.ts'
import type { ProcessResources } from './process-resources.ts'
import type { ProcessSpans } from './process-spans.ts'

export interface HostGround {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly resources: ProcessResources
  readonly spans: ProcessSpans
  readonly invalidations: ProcessInvalidations
}

const optionsOf = (service: ServiceName, settings: Settings) =>
  settings(service, [...commonOptions, ...accountOptions])

/** `[DEFAULT] host`, or what the machine calls itself. */
export const hostNameOf = (service: ServiceName, settings: Settings): string =>
  optionsOf(service, settings).DEFAULT.host ?? hostname()

/** What a service lives on where its roles are processes: its own broker, databases and account, and others by HTTP. */
export const serveHost = async (service: ServiceName, ground: HostGround): Promise<ServiceHost> => {
  const { settings, clock, resources, spans, invalidations } = ground
  const { DEFAULT, keystone_authtoken: auth } = optionsOf(service, settings)
  if (DEFAULT.transport_url === undefined)
    throw new UserError(`${service}.conf: [DEFAULT] transport_url must be set: the address of the broker`)
  const bus = await resources.broker(service, DEFAULT.transport_url)
  const told = auth.invalidation_transport_url
  const news = told === undefined ? bus : await resources.broker(service, told)
  const override = overrideFiles(DEFAULT.config_path)
  return {
    clock,
    log: ground.log.child({ service }),
    bus,
    transport: transportOf(service, ground),
    spans: spans.sinkFor(bus),
    traces: spans.reader,
    heardSinceMs: resources.heardSinceMs,
    tokenInvalidations: await invalidations.over(news),
    identityUri: (auth.www_authenticate_uri ?? auth.auth_url).replace(/\/+$/, ''),
    openDatabase: <Tables>(database: string, migrations: MigrationSet) =>
      resources.database<Tables>(service, databaseAddress(service, database, settings), migrations),
    openBus: (transport) => resources.broker(service, transport),
    directory: async (name, mode = 0o700) => {
      const path = join(DEFAULT.state_path, name)
      await mkdir(path, { recursive: true, mode })
      return path
    },
    override,
    credentials: () => credentialsOf(service, settings),
  }
}

const credentialsOf = (service: ServiceName, settings: Settings) => {
  const { keystone_authtoken: auth } = optionsOf(service, settings)
  if (auth.password === undefined)
    throw new UserError(`${service}.conf: [keystone_authtoken] password must be set`)
  return {
    username: auth.username ?? service,
    password: auth.password,
    projectName: auth.project_name,
    domainName: auth.user_domain_name,
  }
}

/** Identity is where the options say, everything else where identity's catalog says. */
const transportOf = (service: ServiceName, { settings, clock }: HostGround): Transport => {
  const { keystone_authtoken: auth } = optionsOf(service, settings)
  const identityUrl = withoutVersion(auth.auth_url)
  const identity = networkTransport({ endpointOf: () => identityUrl, clock })
  if (service === 'keystone') return identity
  const book = endpointBook({
    identity,
    credentials: credentialsOf(service, settings),
    region: auth.region_name,
    interface: auth.interface,
    clock,
  })
  return networkTransport({
    endpointOf: (type) => (type === 'identity' ? identityUrl : book.endpointOf(type)),
    unreachable: book.forget,
    clock,
  })
}
