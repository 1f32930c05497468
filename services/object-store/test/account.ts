import type { Client } from '@nimbo/testkit/client'
import type { TestCloud } from '@nimbo/testkit/start-test-cloud'

/** A response of the object store. */
export interface Came {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | ReadableStream
}

const answerWithinMs = 30_000

/** An anonymous caller. */
export const stranger = { token: '' }

/** Requests of one user to the account of a project. */
export interface SwiftAccount {
  /** `/object-store/v1/AUTH_…` */
  readonly path: string
  readonly url: string
  ask(method: string, path?: string, asked?: Asked): Promise<Came>
}

/** The account of `owner`, accessed by `person` with a token, or anonymously by `stranger`. */
export const swiftAccount = (
  { url }: Pick<TestCloud, 'url'>,
  owner: Client,
  person: Pick<Client, 'token'> = owner,
): SwiftAccount => {
  const path = `/object-store/v1/AUTH_${owner.projectId}`
  const token = person === stranger ? {} : { 'x-auth-token': person.token }
  return {
    path,
    url: url + path,
    ask: async (method, below = '', { headers = {}, body } = {}) => {
      const response = await fetch(`${url}${path}${below}`, {
        method,
        redirect: 'manual',
        headers: { ...token, ...headers },
        signal: AbortSignal.timeout(answerWithinMs),
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? Buffer.from(body) : body, duplex: 'half' }),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
  }
}
