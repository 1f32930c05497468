import type { Client } from '@nimbo/testkit/client'
import type { TestCloud } from '@nimbo/testkit/start-test-cloud'

/** What came back from the object store. */
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

/** Nobody whom the cloud knows. */
export const stranger = { token: '' }

/** The account of a project, as one person asks for what is in it. */
export interface SwiftAccount {
  /** `/object-store/v1/AUTH_…` */
  readonly path: string
  readonly url: string
  ask(method: string, path?: string, asked?: Asked): Promise<Came>
}

/** The account of `owner`, at the hands of `person`: by a token, or of somebody whom nobody knows. */
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
