import type { Readable, Writable } from 'node:stream'
import type { Clock } from '@nimbo/kernel/clock'
import { type Authenticated, authenticate } from './authenticate.ts'
import { endpointOf } from './catalog.ts'
import type { Rest } from './rest.ts'
import { createServiceClient, type ServiceClient } from './service-client.ts'
import type { Settings } from './settings.ts'
import { withVersion } from './versioned-url.ts'

/** Where a command reads and writes. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean; readonly fd?: number }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
}

/** What a command works with: the cloud's services, entered on first use. */
export interface Session {
  /** The token in use, issued on first use. */
  readonly authenticated: () => Promise<Authenticated>
  readonly identity: ServiceClient
  readonly compute: ServiceClient
  readonly image: ServiceClient
  readonly network: ServiceClient
  readonly volume: ServiceClient
  /** The compute microversion asked for, as a number to compare with: 2.96 is 2096. */
  readonly computeVersion: number
  readonly streams: Streams
  readonly clock: Clock
}

interface Service {
  readonly types: readonly string[]
  /** The version to enter by where the catalog's URL has none. */
  readonly version: string
}

const services = {
  identity: { types: ['identity'], version: 'v3' },
  compute: { types: ['compute'], version: 'v2.1' },
  image: { types: ['image'], version: 'v2' },
  network: { types: ['network'], version: 'v2.0' },
  volume: { types: ['block-storage', 'volumev3', 'volume', 'block-store'], version: 'v3' },
} as const satisfies Record<string, Service>

/** The newest compute microversion whose replies this client reads. */
const newestCompute = '2.96'

/** The header that asks compute for a microversion. */
export const computeVersionHeaders = (version: string): Record<string, string> => ({
  'OpenStack-API-Version': `compute ${version}`,
  'X-OpenStack-Nova-API-Version': version,
})

/** 2.96 → 2096, so that 2.100 is more. */
const versionNumber = (version: string): number => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major * 1000 + minor
}

const computeVersionOf = (settings: Settings): string => {
  const asked = settings.compute_api_version ?? newestCompute
  return asked.includes('.') ? asked : `${asked}.1`
}

/** Opens a session. No call is made before a service is used. */
export const openSession = (rest: Rest, settings: Settings, streams: Streams, clock: Clock): Session => {
  let entering: Promise<Authenticated> | undefined
  const authenticated = (): Promise<Authenticated> => {
    entering ??= authenticate(rest, settings)
    return entering
  }
  const client = (service: Service, headers: Record<string, string> = {}): ServiceClient =>
    createServiceClient(rest, async () => {
      const { token, catalog } = await authenticated()
      const url = withVersion(endpointOf(catalog, service.types, settings), service.version)
      return { url, headers: { 'X-Auth-Token': token, ...headers } }
    })
  const computeVersion = computeVersionOf(settings)
  const volumeVersion = settings.volume_api_version
  return {
    authenticated,
    identity: client(services.identity),
    compute: client(services.compute, computeVersionHeaders(computeVersion)),
    image: client(services.image),
    network: client(services.network),
    volume: client(
      services.volume,
      volumeVersion?.includes('.') ? { 'OpenStack-API-Version': `volume ${volumeVersion}` } : {},
    ),
    computeVersion: versionNumber(computeVersion),
    streams,
    clock,
  }
}
