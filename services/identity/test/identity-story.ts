import type { Loose } from '@nimbo/testing/loose'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBus } from '@nimbo/bus/memory'
import { authtoken } from '@nimbo/http/filters/authtoken'
import { bytesOf, type Handler, streamOf } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import { inProcessTransport } from '@nimbo/http/transport'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { Bootstrap } from '@nimbo/service/bootstrap-cloud'
import { tokenValidator } from '@nimbo/service/serve-api'
import type { ServiceHost } from '@nimbo/service/service-host'
import { tokenInvalidations } from '@nimbo/service/token-invalidations'
import { testDatabases } from '@nimbo/testing/test-databases'
import type { Span } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import { defaultKeystoneConfig, type KeystoneConfig, type SecurityCompliance } from '../src/config.ts'
import { bootstrapIdentity } from '../src/manage/bootstrap.ts'
import { startKeystone } from '../src/roles/keystone.ts'

export type Body = Loose

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

const unused = (what: string) => () => {
  throw new Error(`identity has no use for ${what}`)
}

const urls = (path: string) => {
  const url = `http://cloud.test${path}`
  return { public: url, internal: url, admin: url }
}

export const bootstrap: Bootstrap = {
  adminPassword: 'admin-secret',
  passwordsAreRandom: true,
  region: 'RegionOne',
  endpoints: [
    { serviceType: 'identity', serviceName: 'keystone', urls: urls('/identity') },
    { serviceType: 'volumev3', serviceName: 'cinder', urls: urls('/volume/v3/$(project_id)s') },
  ],
  serviceUsers: [{ username: 'nova', password: 'nova-secret' }],
}

/** Identity alone, with its keys in a temporary directory, called through its HTTP handler, with a clock that tests can advance. */
export const startIdentityStory = async (
  rules: Partial<SecurityCompliance> = {},
  changed: (config: KeystoneConfig) => KeystoneConfig = (config) => config,
) => {
  const home = await mkdtemp(join(tmpdir(), 'nimbo-identity-'))
  const databases = testDatabases()
  const defaults = defaultKeystoneConfig()
  let config = changed({
    ...defaults,
    identity: { ...defaults.identity, password_hash_rounds: 4 },
    security_compliance: { ...defaults.security_compliance, ...rules },
  })
  const bus = memoryBus()
  let skipped = 0
  const clock: Clock = { now: () => Date.now() + skipped, after: systemClock.after }
  const spans: Span[] = []
  const apis = new Map<string, { readonly mount: string; readonly handler: Handler }>()
  const host: ServiceHost = {
    clock,
    log: silentLog,
    logThreshold: { level: 'info' },
    bus,
    transport: inProcessTransport(apis, () => 'http://cloud.test'),
    spans: { record: (span) => void spans.push(span) },
    silentBefore: (allowedMs) => clock.now() - allowedMs,
    tokenInvalidations: tokenInvalidations(),
    traces: {} as ServiceHost['traces'],
    openDatabase: databases.openDatabase,
    openBus: unused('a bus'),
    directory: async (name) => join(home, name),
    credentials: () => ({
      username: 'nova',
      password: 'nova-secret',
      projectName: 'service',
      domainName: 'Default',
    }),
    identityUri: 'http://cloud.test/identity',
    override: () => undefined,
  }
  const start = async (what: Bootstrap) => {
    await bootstrapIdentity(host, what)
    const service = await startKeystone(host, { config })
    await service.begin()
    return service
  }
  let running = await start(bootstrap)
  const handler: Handler = (request) => {
    assert.ok(running.api)
    return running.api(request)
  }
  apis.set('identity', { mount: '/identity', handler })
  const neighbour = authtoken({
    validate: tokenValidator(host, 'nova'),
    tracer: tracer('nova-api', host.spans),
    clock,
    cacheMs: 3_600_000,
    onInvalidated: host.tokenInvalidations.listen,
    identityUri: host.identityUri,
    serviceTypes: ['compute'],
  })(async ({ state }) => json(200, state.context?.roles.toSorted()))

  const send = async (
    method: string,
    path: string,
    {
      token,
      subject,
      json,
      form,
      headers: more = {},
      certificate,
    }: {
      token?: string | undefined
      subject?: string
      json?: unknown
      /** A form as the body, instead of JSON. */
      form?: string
      headers?: Readonly<Record<string, string>>
      /** The client certificate of the connection (DER). */
      certificate?: Uint8Array
    } = {},
  ): Promise<Reply> => {
    const [pathname = '', query = ''] = path.split('?')
    const { status, headers, body } = await handler({
      method,
      path: pathname,
      mount: '/identity',
      origin: 'http://cloud.test',
      query: new URLSearchParams(query),
      headers: {
        ...(token === undefined ? {} : { 'x-auth-token': token }),
        ...(subject === undefined ? {} : { 'x-subject-token': subject }),
        ...more,
      },
      body: streamOf(form ?? (json === undefined ? undefined : JSON.stringify(json))),
      remoteAddress: '127.0.0.1',
      ...(certificate && { clientCertificate: certificate }),
      state: { requestId: '' },
    })
    const text = (await bytesOf(body)).toString()
    const isJson = headers['content-type']?.startsWith('application/json') ?? true
    return { status, headers, body: text === '' ? undefined : isJson ? JSON.parse(text) : text }
  }

  const login = (name: string, password: string, scope?: unknown): Promise<Reply> => {
    const user = { name, password, domain: { id: 'default' } }
    const identity = { methods: ['password'], password: { user } }
    return send('POST', '/v3/auth/tokens', {
      json: { auth: { identity, ...(scope === undefined ? {} : { scope }) } },
    })
  }

  /** Logs in; fails the test if that is refused. */
  const tokenFor = async (name: string, password: string, scope?: unknown): Promise<string> => {
    const reply = await login(name, password, scope)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.headers['x-subject-token'] ?? ''
  }

  const inProject = (name: string) => ({ project: { name, domain: { id: 'default' } } })
  const admin = await tokenFor('admin', 'admin-secret', inProject('admin'))

  /** A request by an admin; fails the test if it is refused. */
  const asAdmin = async (method: string, path: string, json?: unknown): Promise<Body> => {
    const reply = await send(method, path, { token: admin, json })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  const roleId = async (name: string): Promise<string> =>
    (await asAdmin('GET', `/v3/roles?name=${name}`)).roles[0].id

  return {
    home,
    openDatabase: databases.openDatabase,
    admin,
    spans,
    /** Registers a listener like the token caches of services. */
    onInvalidated: host.tokenInvalidations.listen,
    /** The bus that identity publishes to. */
    bus,
    /** Resolves when all notifications have been sent and received. */
    settled: async () => {
      await running.settled()
      await bus.idle()
    },
    send,
    login,
    tokenFor,
    inProject,
    asAdmin,
    roleId,
    skip: (ms: number) => {
      skipped += ms
    },
    /** Creates a user with a role on a new project. */
    member: async (name: string, role = 'member') => {
      const { project } = await asAdmin('POST', '/v3/projects', { project: { name: `${name}-project` } })
      const { user } = await asAdmin('POST', '/v3/users', { user: { name, password: 'pw' } })
      await asAdmin('PUT', `/v3/projects/${project.id}/users/${user.id}/roles/${await roleId(role)}`)
      return { user, project, token: await tokenFor(name, 'pw', { project: { id: project.id } }) }
    },
    /** Validates a token in another process with the same database and keys; returns the status of its reply. */
    validatedElsewhere: async (token: string): Promise<number> => {
      const other = await startKeystone(host, { config })
      assert.ok(other.api)
      const reply = await other.api({
        method: 'GET',
        path: '/v3/auth/tokens',
        mount: '/identity',
        origin: 'http://cloud.test',
        query: new URLSearchParams(),
        headers: { 'x-auth-token': admin, 'x-subject-token': token },
        body: streamOf(undefined),
        remoteAddress: '127.0.0.1',
        state: { requestId: '' },
      })
      return reply.status
    },
    /** The roles of a token at another service of the same process, which caches tokens for an hour; undefined if it is invalid. */
    rolesAtNeighbour: async (
      token: string,
      certificate?: Uint8Array,
    ): Promise<readonly string[] | undefined> => {
      const { status, body } = await neighbour({
        method: 'GET',
        path: '/',
        mount: '',
        origin: 'http://cloud.test',
        query: new URLSearchParams(),
        headers: { 'x-auth-token': token },
        body: streamOf(undefined),
        remoteAddress: '127.0.0.1',
        ...(certificate && { clientCertificate: certificate }),
        state: { requestId: '' },
      })
      return status === 200 ? JSON.parse((await bytesOf(body)).toString()) : undefined
    },
    bootstrapAgain: () => bootstrapIdentity(host, bootstrap),
    restart: async (changed: Bootstrap = bootstrap) => {
      await running.stop()
      running = await start(changed)
    },
    /** Restarts with a changed configuration. */
    reconfigure: async (next: (config: KeystoneConfig) => KeystoneConfig) => {
      await running.stop()
      config = next(config)
      running = await start(bootstrap)
    },
    [Symbol.asyncDispose]: async () => {
      await running.stop()
      await databases.close()
      await rm(home, { recursive: true })
    },
  }
}

export type IdentityStory = Awaited<ReturnType<typeof startIdentityStory>>
