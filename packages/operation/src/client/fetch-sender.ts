import type { Send } from './api-client.ts'

/** Where a service is, and who asks. */
export interface FetchOptions {
  /** The service's root (`rootOf` of an endpoint): `https://cloud/compute`. */
  readonly root: string
  /** The headers that say who asks: `{ 'x-auth-token': token }`. Asked for before each call, so a token can be renewed. */
  headers(): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** The program's own `fetch`, or one in its manner. */
  readonly fetch: typeof fetch
  /** A call that has no reply by then is given up. */
  readonly timeoutMs: number
}

/** Brings calls to a service by `fetch`, in a browser or elsewhere. */
export const fetchSender =
  ({ root, headers, fetch, timeoutMs }: FetchOptions): Send<Response['body']> =>
  async (call) => {
    const query = call.query?.size ? `?${call.query}` : ''
    const reply = await fetch(`${root}${call.path}${query}`, {
      method: call.method,
      headers: { ...call.headers, ...(await headers()) },
      // A body that is no JSON is whatever the caller's `fetch` takes: bytes, a file, a stream.
      ...(call.body === undefined ? {} : { body: call.body as NonNullable<RequestInit['body']> }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return {
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      text: () => reply.text(),
      content: reply.body,
    }
  }
