import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Fault } from '@nimbo/kernel/errors'
import { request as plainRequest } from '@nimbo/kernel/node-http'

/** Rules for downloads from outside; checked for the URL and for every redirect. */
export interface DownloadRules {
  admits(url: URL): boolean
  /** Whether the IP address that a host name resolved to may be contacted. */
  admitsAddress(address: string): boolean
}

const mostRedirects = 5
/** The timeout without any data. */
const silenceMs = 60_000

const failed = (reason: string, cause?: unknown): Fault =>
  new Fault({ code: 'DownloadFailed', kind: 'badRequest', message: reason, details: {}, cause })

/** A range of bytes, both ends included. */
export interface DownloadedPart {
  readonly first: number
  readonly last: number
}

export interface DownloadOptions {
  readonly rules: DownloadRules
  readonly signal?: AbortSignal
  /** Everything by default. A reply with more than the requested range is an error. */
  readonly part?: DownloadedPart | undefined
  /** Sent only to the host of the URL itself, not where it redirects to elsewhere: they may contain a token. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Downloads a URL. Throws `DownloadFailed` when that fails or is not allowed. */
export async function* download(address: string, options: DownloadOptions): AsyncGenerator<Buffer> {
  const reply = await open(address, options)
  const declared = Number(reply.headers['content-length'] ?? Number.NaN)
  const { part } = options
  const most = part === undefined ? Number.POSITIVE_INFINITY : part.last - part.first + 1
  let received = 0
  try {
    for await (const chunk of reply) {
      const bytes: Buffer = chunk
      received += bytes.length
      if (received > most) throw failed(`${address} sends more than the ${most} bytes it was asked for`)
      yield bytes
    }
  } catch (error) {
    throw error instanceof Fault ? error : failed(`${address} broke off`, error)
  } finally {
    reply.destroy()
  }
  if (received < declared) throw failed(`${address} broke off`)
}

/** The size in bytes of the data at a URL, without downloading them; null if the server does not report it. */
export const sizeOfDownload = async (address: string, options: DownloadOptions): Promise<number | null> => {
  const reply = await open(address, options)
  reply.destroy()
  const declared = Number(reply.headers['content-length'] ?? Number.NaN)
  return Number.isSafeInteger(declared) ? declared : null
}

const open = async (address: string, options: DownloadOptions): Promise<IncomingMessage> => {
  const { rules, part } = options
  const wanted = part === undefined ? 200 : 206
  let url = new URL(address)
  const { origin } = url
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    if (!rules.admits(url)) throw failed(`${url.href} may not be fetched`)
    const headed = url.origin === origin ? (options.headers ?? {}) : {}
    const reply = await get(url, options, headed)
    const { statusCode = 0, headers } = reply
    if (statusCode === wanted) return reply
    reply.destroy()
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
      throw failed(`${url.href} answered ${statusCode}`)
    const next = URL.parse(headers.location, url.href)
    if (!next) throw failed(`${url.href} points to no URL`)
    url = next
  }
  throw failed(`${address} points on and on`)
}

const get = (
  url: URL,
  { rules, signal, part }: DownloadOptions,
  more: Readonly<Record<string, string>>,
): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, {
    ...(signal === undefined ? {} : { signal }),
    timeout: silenceMs,
    headers: {
      ...{ accept: '*/*', 'accept-encoding': 'identity', ...more },
      ...(part === undefined ? {} : { range: `bytes=${part.first}-${part.last}` }),
    },
    lookup: (host, options, found) =>
      lookup(host, { ...options, all: true }, (error, addresses) => {
        const open = (addresses ?? []).filter(({ address }) => rules.admitsAddress(address))
        const [first] = open
        const refused = error ?? (first ? null : failed(`${host} may not be reached`))
        if (options.all) found(refused, open)
        else found(refused, first?.address ?? '', first?.family)
      }),
  })
  request.on('timeout', () => request.destroy(failed(`${url.href} keeps silent`)))
  request.on('error', (error) =>
    reject(error instanceof Fault ? error : failed(`${url.href} cannot be reached`, error)),
  )
  request.on('response', resolve)
  request.end()
  return promise
}
