import type { ServiceCredentials } from '@nimbo/clients/service-tokens'
import { bytesOf } from '@nimbo/http/message'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import { Fault } from '@nimbo/kernel/errors'
import type { AnyService } from '@nimbo/service/service'

export interface CatalogOptions {
  /** The transport to identity, the only service that is not looked up in the catalog. */
  readonly identity: Transport
  /** Called when the catalog is fetched: a service that calls no other needs no account. */
  readonly credentials: () => ServiceCredentials
  readonly region: string
  readonly interface: 'internal' | 'public' | 'admin'
  /** The types under which a service may be in the catalog. */
  readonly typesOf: (serviceType: string) => readonly string[]
  readonly clock: Clock
}

export interface EndpointBook {
  /**
   * The URL of a service, without version and trailing slash. Throws a fault of kind `unavailable` when it is not in the catalog
   * or the catalog cannot be fetched.
   */
  endpointOf(serviceType: string): Promise<string>
  /** Marks the URL of a service as wrong, so that the catalog is fetched again. */
  forget(serviceType: string): void
}

const keepMs = 300_000
/** Minimum time between two fetches, so that a wrong URL does not cause a request to identity each time. */
const askAgainAfterMs = 5_000
const answerWithinMs = 30_000

interface CatalogEntry {
  readonly type: string
  readonly endpoints: readonly {
    readonly interface: string
    readonly region_id: string | null
    readonly url: string
  }[]
}

/** The types under which each of these services may be in a catalog: its own type, the types Nimbo registers, and aliases. */
export const catalogTypes =
  (services: readonly AnyService[]): CatalogOptions['typesOf'] =>
  (serviceType) => {
    const service = services.find(({ type }) => type === serviceType)
    const { catalog = [], aliases = [] } = service ?? {}
    return [...new Set([serviceType, ...catalog.map(({ type }) => type), ...aliases])]
  }

/** The endpoints of other services from identity's catalog, fetched on demand and cached for five minutes. */
export const endpointBook = (options: CatalogOptions): EndpointBook => {
  const { clock } = options
  let page: { readonly entries: readonly CatalogEntry[]; readonly at: number } | undefined
  let asking: Promise<readonly CatalogEntry[]> | undefined
  let stale = false

  const ask = (): Promise<readonly CatalogEntry[]> => {
    asking ??= askIdentity(options)
      .then((entries) => {
        page = { entries, at: clock.now() }
        stale = false
        return entries
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const entries = async (): Promise<readonly CatalogEntry[]> => {
    const age = clock.now() - (page?.at ?? 0)
    return page && age < (stale ? askAgainAfterMs : keepMs) ? page.entries : ask()
  }

  return {
    endpointOf: async (serviceType) => {
      const found = findEndpoint(await entries(), serviceType, options)
      if (found !== undefined) return found
      stale = true
      throw notInCatalog(serviceType, options.region)
    },
    forget: () => {
      stale = true
    },
  }
}

const notInCatalog = (serviceType: string, region: string): Fault =>
  new Fault({
    code: 'EndpointUnknown',
    kind: 'unavailable',
    message: `The catalog has no ${serviceType} service in region ${region}.`,
    details: { service: serviceType },
  })

const findEndpoint = (
  entries: readonly CatalogEntry[],
  serviceType: string,
  { region, interface: kind, typesOf }: CatalogOptions,
): string | undefined => {
  for (const type of typesOf(serviceType)) {
    const endpoints = entries.find((entry) => entry.type === type)?.endpoints ?? []
    const found = endpoints.find((endpoint) => endpoint.interface === kind && endpoint.region_id === region)
    if (found) return withoutVersion(found.url)
  }
  return undefined
}

/** Removes the version and what follows: `http://host:8776/v3/1234` becomes `http://host:8776`, since clients add the version. */
export const withoutVersion = (url: string): string =>
  url.replace(/\/v\d+(\.\d+)?(\/.*)?$/, '').replace(/\/+$/, '')

/** The catalog is part of the response that issues a token. */
const askIdentity = async ({ identity, credentials }: CatalogOptions): Promise<readonly CatalogEntry[]> => {
  const { username: name, password, projectName, domainName } = credentials()
  const domain = { name: domainName }
  const reply = await identity.send('identity', {
    method: 'POST',
    path: '/v3/auth/tokens',
    repeatable: true,
    timeoutMs: answerWithinMs,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      auth: {
        identity: { methods: ['password'], password: { user: { name, password, domain } } },
        scope: { project: { name: projectName, domain } },
      },
    }),
  })
  const text = (await bytesOf(reply.body)).toString('utf8')
  if (reply.status !== 201) throw refused(reply.status, name)
  return (JSON.parse(text) as { token: { catalog?: readonly CatalogEntry[] } }).token.catalog ?? []
}

const refused = (status: number, username: string): Fault =>
  new Fault({
    code: 'CatalogRefused',
    kind: 'unavailable',
    message: `Identity does not give its catalog to ${username}: it answered ${status}.`,
    details: { status },
  })
