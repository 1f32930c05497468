import { Agent, request } from 'node:http'
import type { BenchCloud } from './bench-cloud.ts'

/** An admin's client with keep-alive connections. Throws for answers with a status of 400 or above. */
export interface BenchClient {
  readonly projectId: string
  readonly token: string
  /** The URL of a service, without the API's version. */
  urlOf(service: string): string
  /** Sends a request; `service` is a type in the catalog, and paths begin with the API's version. */
  call<Body>(service: string, method: string, path: string, body?: object): Promise<Body>
  close(): void
}

interface Reply {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

const deadlineMs = 60_000

const exchange = (
  agent: Agent,
  method: string,
  url: string,
  token: string | undefined,
  body?: object,
): Promise<Reply> =>
  new Promise<Reply>((resolve, reject) => {
    const bytes =
      body === undefined ? undefined : body instanceof Buffer ? body : Buffer.from(JSON.stringify(body))
    const headers = {
      ...(token === undefined ? {} : { 'x-auth-token': token }),
      ...(bytes === undefined ? {} : { 'content-length': bytes.length }),
      'content-type': body instanceof Buffer ? 'application/octet-stream' : 'application/json',
    }
    const sent = request(url, { agent, method, headers, timeout: deadlineMs }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.once('error', reject)
      reply.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const { statusCode = 0 } = reply
        if (statusCode >= 400) reject(new Error(`${method} ${url}: ${statusCode} ${text}`))
        else resolve({ headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) })
      })
    })
    sent.once('timeout', () => sent.destroy(new Error(`${method} ${url}: no answer`)))
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The cloud closes a connection that was idle for too long, such as that of a bench that was stopped.
      const rested = sent.reusedSocket && error.code === 'ECONNRESET'
      if (rested) exchange(agent, method, url, token, body).then(resolve, reject)
      else reject(error)
    })
    sent.end(bytes)
  })

interface SignedIn {
  readonly token: {
    readonly project: { readonly id: string }
    readonly catalog: readonly {
      readonly type: string
      readonly endpoints: readonly { readonly interface: string; readonly url: string }[]
    }[]
  }
}

const withoutVersion = (url: string): string => url.replace(/\/v\d+(\.\d+)?(\/.*)?$/, '')

/** Signs in to a cloud as its admin, and finds its services in the catalog. */
export const benchClient = async ({ identityUrl, credentials }: BenchCloud): Promise<BenchClient> => {
  const agent = new Agent({ keepAlive: true })
  const domain = { id: 'default' }
  const { headers, body } = await exchange(agent, 'POST', `${identityUrl}/auth/tokens`, undefined, {
    auth: {
      identity: {
        methods: ['password'],
        password: { user: { name: credentials.username, password: credentials.password, domain } },
      },
      scope: { project: { name: credentials.projectName, domain } },
    },
  })
  const token = String(headers['x-subject-token'])
  const { project, catalog } = (body as SignedIn).token
  const addresses = new Map(
    catalog.map(({ type, endpoints }) => [
      type,
      withoutVersion(endpoints.find((endpoint) => endpoint.interface === 'public')?.url ?? ''),
    ]),
  )
  const urlOf = (service: string): string => addresses.get(service) ?? ''
  return {
    ...{ projectId: project.id, token, urlOf },
    call: async <Body>(service: string, method: string, path: string, sent?: object) =>
      (await exchange(agent, method, `${urlOf(service)}${path}`, token, sent)).body as Body,
    close: () => agent.destroy(),
  }
}
