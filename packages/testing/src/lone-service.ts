import type { Loose } from './loose.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryBus } from '@nimbo/bus/memory'
import { bytesOf, type Handler, type HttpResponse, streamOf } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import { inProcessTransport } from '@nimbo/http/transport'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { ServiceHost } from '@nimbo/service/service-host'
import { tokenInvalidations } from '@nimbo/service/token-invalidations'
import type { Span } from '@nimbo/trace/span'
import { testDatabases } from './test-databases.ts'

/** The user of a token at the fake identity service. */
export interface Bearer {
  readonly userId: string
  readonly projectId: string
  readonly roles: readonly string[]
}

export interface LoneServiceOptions {
  /** The users of all valid tokens. */
  readonly tokens: Readonly<Record<string, Bearer>>
  /** The parent directory of databases and files; without it databases are in memory and directories are not available. */
  readonly home?: string
  readonly clock?: Clock
  /** Further responses of the fake identity service by path: lists that services request. */
  readonly identityLists?: Readonly<Record<string, object>>
  /** Other services that it calls, besides identity. */
  readonly others?: Readonly<Record<string, Handler>>
}

export interface LoneServiceHost extends ServiceHost {
  /** The spans that the service has recorded so far. */
  readonly recorded: readonly Span[]
  /** Gives back its databases. */
  close(): Promise<void>
}

/** A host for a single service: a fake identity service validates tokens, and spans are collected in a list. */
export const loneServiceHost = ({
  tokens,
  home,
  clock = systemClock,
  identityLists = {},
  others = {},
}: LoneServiceOptions): LoneServiceHost => {
  const recorded: Span[] = []
  const bus = memoryBus({ clock })
  const handlers = { identity: identityDouble(tokens, clock, identityLists), ...others }
  const mounts = new Map(
    Object.entries(handlers).map(([type, handler]) => [type, { handler, mount: `/${type}` }]),
  )
  return {
    clock,
    log: silentLog,
    logThreshold: { level: 'info' },
    bus,
    transport: inProcessTransport(mounts, () => 'http://cloud.test'),
    spans: { record: (span) => void recorded.push(span) },
    silentBefore: (allowedMs) => clock.now() - allowedMs,
    tokenInvalidations: tokenInvalidations(),
    traces: {
      trace: async (traceId) => recorded.filter((span) => span.traceId === traceId),
      about: async (resource, name) =>
        recorded.filter((span) => span.name === name && span.attributes.resource === resource),
    },
    recorded,
    ...testDatabases(home),
    openBus: async () => bus,
    directory: async (name) => {
      if (home === undefined) throw new Error(`a lone service without a home has no directory ${name}`)
      const path = join(home, name)
      await mkdir(path, { recursive: true })
      return path
    },
    credentials: (username) => ({ username, password: 'pw', projectName: 'service', domainName: 'Default' }),
    identityUri: 'http://cloud.test/identity',
    override: () => undefined,
  }
}

const tokenMs = 3_600_000
const serviceToken = 'token-of-the-service'

/** Issues one token to anyone, and validates the given ones. */
const identityDouble =
  (
    tokens: LoneServiceOptions['tokens'],
    clock: Clock,
    lists: NonNullable<LoneServiceOptions['identityLists']>,
  ): Handler =>
  async (request) => {
    const expires_at = new Date(clock.now() + tokenMs).toISOString()
    if (request.method === 'POST')
      return json(201, { token: { expires_at } }, { 'x-subject-token': serviceToken })
    const list = lists[request.path]
    if (list !== undefined) return json(200, list)
    if (request.headers['x-auth-token'] !== serviceToken)
      return json(401, { error: { message: 'who asks?' } })
    const bearer = tokens[request.headers['x-subject-token'] ?? '']
    if (!bearer) return json(404, { error: { message: 'Could not find token.' } })
    return json(200, {
      token: {
        expires_at,
        audit_ids: ['audit'],
        user: { id: bearer.userId, name: bearer.userId },
        project: { id: bearer.projectId, name: bearer.projectId },
        roles: bearer.roles.map((name) => ({ id: name, name })),
      },
    })
  }

/** A request of a test. */
export interface StoryRequest {
  readonly token?: string
  readonly json?: unknown
  /** Sent as it is, instead of JSON. */
  readonly body?: Parameters<typeof streamOf>[0]
  readonly headers?: Readonly<Record<string, string>>
}

export interface StoryReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, or bytes. */
  readonly body: Loose
}

export type Speak = (method: string, path: string, request?: StoryRequest) => Promise<StoryReply>

/** Sends requests to a handler without a socket. */
export const speakTo =
  (handler: Handler, mount: string): Speak =>
  async (method, path, { token, json: sent, body, headers = {} } = {}) => {
    const [pathname = '', query = ''] = path.split('?')
    const reply = await handler({
      method,
      path: pathname,
      mount,
      origin: 'http://cloud.test',
      query: new URLSearchParams(query),
      headers: {
        ...(token === undefined ? {} : { 'x-auth-token': token }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: streamOf(sent === undefined ? body : JSON.stringify(sent)),
      remoteAddress: '127.0.0.1',
      state: { requestId: '' },
    })
    return { status: reply.status, headers: reply.headers, body: await readBody(reply) }
  }

const readBody = async ({ headers, body }: HttpResponse): Promise<Loose> => {
  const bytes = await bytesOf(body)
  const isJson = headers['content-type']?.includes('json') ?? false
  return isJson && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : bytes
}
