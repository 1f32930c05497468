import type { ServiceClient } from '@nimbo/clients/service-client'
import type { ServiceTokens } from '@nimbo/clients/service-tokens'
import { showAuthCatalog } from '@nimbo/contracts/identity/auth-scopes'
import { type DownloadRules, download } from '@nimbo/http/download'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { errors } from '../../errors.ts'
import { bounded } from '../data/bounded.ts'
import { admitsAddress } from './import-filter.ts'

/** The image that glance-download copies. */
export interface RemoteSource {
  readonly region: string
  readonly imageId: string
  /** `public`, `internal` or `admin`. */
  readonly serviceInterface: string
}

/** The part of a remote image that an import takes over, or the reason why the image cannot be copied. */
export type RemoteImage =
  | {
      readonly url: string
      readonly size: number
      /** Formats and properties, as in the image API. */
      readonly attributes: Readonly<Record<string, unknown>>
    }
  | { readonly failure: string }

/** The Glances of other regions in the same catalog. */
export interface RemoteGlances {
  /** Finds an image as the caller sees it, with their token. */
  find(ctx: Context, source: RemoteSource): Promise<RemoteImage>
  /** Downloads the data of a remote image with the token of this service, because the caller's token is not stored. */
  download(url: string, aborted: AbortSignal): AsyncIterable<Uint8Array>
}

interface Deps {
  /** Keystone, called with the caller's token. */
  readonly identity: ServiceClient
  readonly tokens: ServiceTokens
  readonly rules: DownloadRules
  /** Prefixes of the names of properties that are taken over. */
  readonly taken: readonly string[]
}

const mostRecordBytes = 1_048_576
const recordTimeoutMs = 20_000

const endpointOf = async (
  identity: ServiceClient,
  ctx: Context,
  { region, serviceInterface }: RemoteSource,
): Promise<string> => {
  const { catalog } = await identity.call(ctx, showAuthCatalog)
  const found = catalog
    .filter(({ type }) => type === 'image')
    .flatMap(({ endpoints }) => endpoints)
    .find(
      (one) =>
        one.interface === serviceInterface && String(one.region ?? '').toLowerCase() === region.toLowerCase(),
    )
  if (found === undefined)
    throw errors.ImportFailed({
      reason: `There is no ${serviceInterface} endpoint of Glance in the region ${region}.`,
    })
  return found.url.replace(/(\/v2)?\/*$/, '')
}

export const remoteGlances = ({ identity, tokens, rules, taken }: Deps): RemoteGlances => {
  const fetchRecord = async (url: string, token: string): Promise<ReadonlyMap<string, unknown>> => {
    const signal = AbortSignal.timeout(recordTimeoutMs)
    const bytes = download(url, { rules, signal, headers: { 'x-auth-token': token } })
    const pieces: Uint8Array[] = []
    for await (const piece of bounded(bytes, mostRecordBytes)) pieces.push(Uint8Array.from(piece))
    const record: unknown = JSON.parse(Buffer.concat(pieces).toString())
    return new Map(typeof record === 'object' && record !== null ? Object.entries(record) : [])
  }

  const find = async (ctx: Context, source: RemoteSource): Promise<RemoteImage> => {
    const url = `${await endpointOf(identity, ctx, source)}/v2/images/${source.imageId}`
    if (!admitsAddress(rules, url))
      throw errors.ImportFailed({
        reason: `Processed URI for glance-download does not pass filtering: ${url}/file`,
      })
    const record = await fetchRecord(url, ctx.token ?? '')
    const [status, size] = [record.get('status'), record.get('size')]
    if (status !== 'active')
      throw errors.ImportFailed({
        reason: `Source image status should be active instead of ${String(status)}`,
      })
    if (typeof size !== 'number')
      throw errors.ImportFailed({
        reason: `Size attribute of remote image ${source.imageId} could not be determined.`,
      })
    const properties = [...record].filter(
      ([name, value]) => typeof value === 'string' && taken.some((prefix) => name.startsWith(prefix)),
    )
    const formats = ['disk_format', 'container_format'].map((name) => [name, record.get(name)] as const)
    return { url: `${url}/file`, size, attributes: Object.fromEntries([...formats, ...properties]) }
  }

  return {
    find: (ctx, source) => find(ctx, source).catch((error: unknown) => ({ failure: messageOf(error) })),
    download: async function* (url, signal) {
      const headers = { 'x-auth-token': await tokens.get(internalContext()) }
      yield* download(url, { rules, signal, headers })
    },
  }
}
