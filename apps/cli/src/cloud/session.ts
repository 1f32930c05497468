import type { Readable, Writable } from 'node:stream'
import { computeApi } from '@nimbo/contracts/compute/api'
import { identityApi } from '@nimbo/contracts/identity/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { keyManagerApi } from '@nimbo/contracts/key-manager/api'
import { networkApi } from '@nimbo/contracts/network/api'
import { objectStoreApi } from '@nimbo/contracts/object-store/api'
import { orchestrationApi } from '@nimbo/contracts/orchestration/api'
import { placementApi } from '@nimbo/contracts/placement/api'
import { alarmingApi } from '@nimbo/contracts/telemetry/alarming/api'
import { meteringApi } from '@nimbo/contracts/telemetry/metering/api'
import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { volumeApi } from '@nimbo/contracts/volume/api'
import type { Clock } from '@nimbo/kernel/clock'
import { type Api, rootOf } from '@nimbo/operation/client/api'
import { type ApiClient, type ApiClientOptions, apiClient } from '@nimbo/operation/client/api-client'
import type { Row } from '../output/result.ts'
import { askSecret } from './ask-secret.ts'
import { type Authenticated, authenticate } from './authenticate.ts'
import { endpointOf } from './catalog.ts'
import type { Rest } from './rest.ts'
import { inProject, type Settings } from './settings.ts'

/** The standard streams of a command. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean; readonly fd?: number }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
}

/** What a command works with: clients of the cloud's services, which authenticate on first use. */
export interface Session {
  readonly settings: Settings
  /** The token in use, requested on first use. */
  readonly authenticated: () => Promise<Authenticated>
  /** Clients of each service, generated from the contracts. */
  readonly api: Readonly<Record<ServiceType, ApiClient<Readable>>>
  /** The URL of a service from the catalog. */
  endpoint(service: ServiceType): Promise<string>
  /** A session of the same user in another project; with an application credential, which has one project, in that one. */
  inProject(id: string): Session
  /** Reads a document that needs no token, such as the versions of a service. */
  read(url: string): Promise<Row>
  /** The requested compute microversion as a comparable number: 2.96 is 2096. */
  readonly computeVersion: number
  readonly streams: Streams
  readonly clock: Clock
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined | readonly string[]>>

/** The services that the CLI calls. */
export type ServiceType = keyof typeof services

interface Service {
  readonly types: readonly string[]
  readonly api: Api
}

const services = {
  identity: { types: ['identity'], api: identityApi },
  compute: { types: ['compute'], api: computeApi },
  image: { types: ['image'], api: imageApi },
  network: { types: ['network'], api: networkApi },
  'object-store': { types: ['object-store'], api: objectStoreApi },
  placement: { types: ['placement'], api: placementApi },
  orchestration: { types: ['orchestration'], api: orchestrationApi },
  metric: { types: ['metric'], api: metricApi },
  alarming: { types: ['alarming'], api: alarmingApi },
  metering: { types: ['metering'], api: meteringApi },
  'key-manager': { types: ['key-manager'], api: keyManagerApi },
  volume: {
    types: ['block-storage', 'volumev3', 'volume', 'block-store'],
    api: volumeApi,
  },
} as const satisfies Record<string, Service>

/** The newest microversions that this client supports. */
export const newestCompute = '2.96'
export const newestPlacement = '1.39'

/** Converts a microversion to a comparable number: 2.96 to 2096, so that 2.100 is greater. */
const versionNumber = (version: string): number => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major * 1000 + minor
}

const computeVersionOf = (settings: Settings): string => {
  const asked = settings.compute_api_version ?? newestCompute
  return asked.includes('.') ? asked : `${asked}.1`
}

/** Opens a session. Nothing is requested before a service is used. */
export const openSession = (rest: Rest, settings: Settings, streams: Streams, clock: Clock): Session => {
  let entering: Promise<Authenticated> | undefined
  const authenticated = (): Promise<Authenticated> => {
    const askPassword = streams.stdin.isTTY ? () => askSecret(streams, 'Password', false) : undefined
    entering ??= authenticate(rest, settings, askPassword)
    return entering
  }
  const computeVersion = computeVersionOf(settings)
  const volumeVersion = settings.volume_api_version?.includes('.') ? settings.volume_api_version : undefined
  const endpoint = async ({ types }: Service): Promise<string> =>
    endpointOf((await authenticated()).catalog, types, settings)
  const made = (service: Service, version?: ApiClientOptions<Readable>['version']): ApiClient<Readable> =>
    apiClient({
      api: service.api,
      ...(version === undefined ? {} : { version }),
      send: async ({ method, path, query, headers, body }) => {
        const { token } = await authenticated()
        const url = `${rootOf(await endpoint(service))}${path}`
        return rest.exchange({
          ...{ method, body },
          url: query?.size ? `${url}?${query}` : url,
          headers: { 'X-Auth-Token': token, ...headers },
        })
      },
    })
  return {
    settings,
    authenticated,
    inProject: (id) => openSession(rest, inProject(settings, id), streams, clock),
    read: async (url) => (await rest.json({ method: 'GET', url })).body,
    endpoint: (name) => endpoint(services[name]),
    api: {
      identity: made(services.identity),
      compute: made(services.compute, computeVersion),
      image: made(services.image),
      network: made(services.network),
      orchestration: made(services.orchestration),
      metric: made(services.metric),
      alarming: made(services.alarming),
      metering: made(services.metering),
      'object-store': made(services['object-store']),
      'key-manager': made(services['key-manager']),
      placement: made(services.placement, settings.placement_api_version ?? newestPlacement),
      // As in the openstack client, the default is the oldest microversion, or the first that has the operation.
      volume: made(services.volume, volumeVersion ?? (({ since }) => since)),
    },
    computeVersion: versionNumber(computeVersion),
    streams,
    clock,
  }
}
