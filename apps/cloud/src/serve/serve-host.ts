import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { MigrationSet } from '@nimbo/db/migrate'
import { networkTransport } from '@nimbo/http/network-transport'
import type { ClientTls } from '@nimbo/http/tls'
import type { Transport } from '@nimbo/http/transport'
import type { Pace } from '@nimbo/kernel/background-pace'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { SharedRelays } from '@nimbo/notifications/shared-relays'
import { UserError } from '@nimbo/kernel/user-error'
import { accountOptions } from '@nimbo/service/account-options'
import { commonOptions } from '@nimbo/service/common-options'
import type { ReadOptions } from '@nimbo/service/read-options'
import { readClientTls } from '@nimbo/service/read-tls'
import type { AnyService } from '@nimbo/service/service'
import type { ServiceHost } from '@nimbo/service/service-host'
import { startingLevel } from '../logging.ts'
import { overrideFiles } from '../override-files.ts'
import { readerOf, type Settings } from '../settings.ts'
import { databaseAddress } from './database-address.ts'
import { catalogTypes, endpointBook, withoutVersion } from './identity-catalog.ts'
import type { ProcessInvalidations } from './process-invalidations.ts'
import type { ProcessResources } from './process-resources.ts'
import type { ProcessSpans } from './process-spans.ts'

export interface HostDeps {
  /** All services of the cloud. */
  readonly services: readonly AnyService[]
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly resources: ProcessResources
  readonly spans: ProcessSpans
  readonly invalidations: ProcessInvalidations
  readonly relays: SharedRelays
  readonly pace: Pace | undefined
}

const optionsOf = (read: ReadOptions) => read([...commonOptions, ...accountOptions])

/** `[DEFAULT] host`, or the machine's host name. */
export const hostNameOf = (read: ReadOptions): string => optionsOf(read).DEFAULT.host ?? hostname()

/**
 * The `ServiceHost` of a service whose roles run as processes: with its own broker, databases and account, calling other services
 * by HTTP.
 */
export const serveHost = async (service: AnyService, deps: HostDeps): Promise<ServiceHost> => {
  const { settings, clock, resources, spans, invalidations } = deps
  const { name } = service
  const read = readerOf(settings, name)
  const { DEFAULT, keystone_authtoken: auth } = optionsOf(read)
  if (DEFAULT.transport_url === undefined)
    throw new UserError(`${name}.conf: [DEFAULT] transport_url must be set: the address of the broker`)
  const bus = await resources.broker(service, DEFAULT.transport_url)
  const told = auth.invalidation_transport_url
  const news = told === undefined ? bus : await resources.broker(service, told)
  const override = overrideFiles(DEFAULT.config_path)
  return {
    clock,
    log: deps.log.child({ service: name }),
    logThreshold: { level: DEFAULT.debug ? 'debug' : startingLevel() },
    bus,
    transport: transportOf(service, deps),
    clientTls: clientTlsOf(service, read),
    spans: spans.sinkFor(bus),
    traces: spans.reader,
    silentBefore: resources.silentBefore,
    relays: deps.relays,
    pace: deps.pace,
    tokenInvalidations: await invalidations.over(news),
    identityUri: (auth.www_authenticate_uri ?? auth.auth_url).replace(/\/+$/, ''),
    openDatabase: <Tables>(database: string, migrations: MigrationSet) =>
      resources.database<Tables>(service, databaseAddress(service, database, read), migrations),
    openBus: (transport) => resources.broker(service, transport),
    directory: async (directory, mode = 0o700) => {
      const path = join(DEFAULT.state_path, directory)
      await mkdir(path, { recursive: true, mode })
      return path
    },
    override,
    credentials: () => credentialsOf(name, read),
  }
}

const credentialsOf = (service: string, read: ReadOptions) => {
  const { keystone_authtoken: auth } = optionsOf(read)
  if (auth.password === undefined)
    throw new UserError(`${service}.conf: [keystone_authtoken] password must be set`)
  return {
    username: auth.username ?? service,
    password: auth.password,
    projectName: auth.project_name,
    domainName: auth.user_domain_name,
  }
}

const clientTlsOf = ({ name }: AnyService, read: ReadOptions): ClientTls => {
  const { cafile, certfile, keyfile, insecure } = optionsOf(read).keystone_authtoken
  const files = { cafile, certfile, keyfile, insecure }
  return readClientTls(`${name}.conf: [keystone_authtoken] cafile or certfile`, files)
}

/** Finds identity by the options, and every other service by identity's catalog. */
const transportOf = (service: AnyService, { services, settings, clock }: HostDeps): Transport => {
  const read = readerOf(settings, service.name)
  const { keystone_authtoken: auth } = optionsOf(read)
  const identityUrl = withoutVersion(auth.auth_url)
  const tls = clientTlsOf(service, read)
  const identity = networkTransport({ endpointOf: () => identityUrl, clock, tls })
  if (service.type === 'identity') return identity
  const book = endpointBook({
    identity,
    credentials: () => credentialsOf(service.name, read),
    region: auth.region_name,
    interface: auth.interface,
    typesOf: catalogTypes(services),
    clock,
  })
  return networkTransport({
    endpointOf: (type) => (type === 'identity' ? identityUrl : book.endpointOf(type)),
    unreachable: book.forget,
    clock,
    tls,
  })
}
