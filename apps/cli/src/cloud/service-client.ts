import type { Readable } from 'node:stream'
import type { Row } from '../output/result.ts'
import { rowsAt, textAt } from './json-values.ts'
import type { JsonReply, Rest } from './rest.ts'
import type { Reply } from './transport.ts'

/** Where a service is and how to introduce oneself; asked for before each call, so that a command that fails early never calls. */
export interface Door {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined | readonly string[]>>

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
}

/** One service of the cloud, its paths relative to the endpoint. */
export interface ServiceClient {
  get(path: string, query?: Query, options?: CallOptions): Promise<Row>
  /** Every page of a list, the rows under `key`. */
  list(path: string, key: string, query?: Query, options?: CallOptions): Promise<readonly Row[]>
  send(method: string, path: string, json?: unknown, options?: CallOptions): Promise<JsonReply>
  download(path: string): Promise<Reply>
  upload(path: string, content: Readable): Promise<void>
}

const withQuery = (url: string, query: Query = {}): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each))
  }
  const text = search.toString()
  return text === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${text}`
}

/** Where a page of a list says the next one is: `<key>_links` with rel `next`, or `next` (image). */
const nextPage = (body: Row, key: string, current: string): string | undefined => {
  const linked = rowsAt(body, `${key}_links`).find((link) => link.rel === 'next')
  const href = linked === undefined ? textAt(body, 'next') : textAt(linked, 'href')
  if (href === '') return undefined
  // A relative link is relative to the service's root, which may lie below the host's: keep the path walked so far.
  if (/^https?:/.test(href)) return href
  return `${current.split('?')[0]}?${href.split('?')[1] ?? ''}`
}

/** A client for the service behind `door`. */
export const createServiceClient = (rest: Rest, door: () => Promise<Door>): ServiceClient => {
  const call = async (path: string, options: CallOptions = {}) => {
    const { url, headers } = await door()
    return { url: `${url}${path}`, headers: { ...headers, ...options.headers } }
  }
  return {
    get: async (path, query, options) => {
      const { url, headers } = await call(path, options)
      return (await rest.json({ method: 'GET', url: withQuery(url, query), headers })).body
    },
    list: async (path, key, query, options) => {
      const { url, headers } = await call(path, options)
      const rows: Row[] = []
      let page: string | undefined = withQuery(url, query)
      while (page !== undefined) {
        const { body }: JsonReply = await rest.json({ method: 'GET', url: page, headers })
        rows.push(...rowsAt(body, key))
        page = query?.limit === undefined ? nextPage(body, key, page) : undefined
      }
      return rows
    },
    send: async (method, path, json, options) => {
      const target = await call(path, options)
      return rest.json({ method, ...target, ...(json === undefined ? {} : { json }) })
    },
    download: async (path) => rest.stream({ method: 'GET', ...(await call(path)) }),
    upload: async (path, content) => {
      const target = await call(path, { headers: { 'Content-Type': 'application/octet-stream' } })
      await rest.json({ method: 'PUT', ...target, stream: content })
    },
  }
}
