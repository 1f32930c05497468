import type { ServiceCredentials } from '@nimbo/clients/service-tokens'
import { bytesOf } from '@nimbo/http/message'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import { Fault } from '@nimbo/kernel/errors'
import type { AnyService } from '@nimbo/service/service'

export interface CatalogOptions {
  /** Reaches identity, the one service that need not be looked up. */
  readonly identity: Transport
  /** Asked for when the catalog is: a service that calls no other needs no account. */
  readonly credentials: () => ServiceCredentials
  readonly region: string
  readonly interface: 'internal' | 'public' | 'admin'
  /** Under which types a service may stand in the catalog. */
  readonly typesOf: (serviceType: string) => readonly string[]
  readonly clock: Clock
}

export interface EndpointBook {
  /** Where a service is, without version or slash at its end. Throws a fault of kind `unavailable` when nobody can say. */
  endpointOf(serviceType: string): Promise<string>
  /** What was said of a service turned out wrong: it is looked up again. */
  forget(serviceType: string): void
}

const keepMs = 300_000
/** An address that is wrong does not make everyone ask identity at every request. */
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

/** The types under which each of these services may stand in a catalog: its own, those we give it, and those of others. */
export const catalogTypes =
  (services: readonly AnyService[]): CatalogOptions['typesOf'] =>
  (serviceType) => {
    const service = services.find(({ type }) => type === serviceType)
    const { catalog = [], aliases = [] } = service ?? {}
    return [...new Set([serviceType, ...catalog.map(({ type }) => type), ...aliases])]
  }

/** The endpoints of other services as identity's catalog has them, asked for when needed and kept for some minutes. */
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

/** `http://host:8776/v3/1234` is reached at `http://host:8776`: clients name versions themselves. */
export const withoutVersion = (url: string): string =>
  url.replace(/\/v\d+(\.\d+)?(\/.*)?$/, '').replace(/\/+$/, '')

/** The catalog comes with a token. */
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
