import type { Send } from './api-client.ts'

/** The service's location and the caller's credentials. */
export interface FetchOptions {
  /** The service's root (`rootOf` of an endpoint), such as `https://cloud/compute`. */
  readonly root: string
  /** Authentication headers, such as `{ 'x-auth-token': token }`. Called before each request, so that a token can be renewed. */
  headers(): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** The environment's `fetch` or a compatible function. */
  readonly fetch: typeof fetch
  /** Timeout of a call. */
  readonly timeoutMs: number
}

/** Sends calls with `fetch`, in browsers and elsewhere. */
export const fetchSender =
  ({ root, headers, fetch, timeoutMs }: FetchOptions): Send<Response['body']> =>
  async (call) => {
    const query = call.query?.size ? `?${call.query}` : ''
    const reply = await fetch(`${root}${call.path}${query}`, {
      method: call.method,
      headers: { ...call.headers, ...(await headers()) },
      // A body that is not JSON is anything that `fetch` accepts: bytes, a file, a stream.
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
