import type { Loose } from '@nimbo/testing/loose'
import { type ServiceType, services } from '@nimbo/cloud/services'
import type { AnyService } from '@nimbo/service/service'

/** A reply; its body is parsed JSON, a string for text, and otherwise bytes. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** The API of a service, used by one user. */
export interface ServiceDoor {
  /** The base URL of paths. */
  readonly url: string
  get<Body = Loose>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>
  post<Body = Loose>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>
  put<Body = Loose>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>
  patch<Body = Loose>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<Body>>
  delete<Body = Loose>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>
}

/** The APIs of all services, by service type. */
type Doors = Readonly<Record<Exclude<ServiceType, 'dashboard'>, ServiceDoor>>

/** A user with a token, and the APIs of all services. */
export interface Client extends Doors {
  readonly token: string
  readonly userId: string
  readonly projectId: string
}

interface Credentials {
  readonly username: string
  readonly password: string
  readonly project: string
}

const answerWithinMs = 60_000

/** The newest microversion of each API that has them, used unless a test asks for another. */
const newest: Readonly<Record<string, Record<string, string>>> = {
  compute: { 'openstack-api-version': 'compute 2.104' },
  placement: { 'openstack-api-version': 'placement 1.39' },
  volume: { 'openstack-api-version': 'volume 3.71' },
}

const request = async (
  method: string,
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<Answer<Loose>> => {
  const isBytes = body instanceof Uint8Array
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(answerWithinMs),
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, headers: response.headers, body: read(type, bytes) }
}

const read = (type: string, bytes: Buffer): Loose => {
  if (type.includes('json')) return JSON.parse(bytes.toString('utf8'))
  return type.startsWith('text/') ? bytes.toString('utf8') : bytes
}

/** The API of a service for the holder of `token`; without one, for anonymous requests. */
export const door = (url: string, service: string, token: string | undefined): ServiceDoor => {
  const send =
    (method: string) =>
    (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request(
        method,
        url + path,
        { ...newest[service], ...(token ? { 'x-auth-token': token } : {}), ...headers },
        body,
      )
  return {
    url,
    get: (path, headers) => send('GET')(path, undefined, headers),
    post: (path, body, headers) => send('POST')(path, body, headers),
    put: (path, body, headers) => send('PUT')(path, body, headers),
    patch: (path, body, headers) => send('PATCH')(path, body, headers),
    delete: (path, headers) => send('DELETE')(path, undefined, headers),
  }
}

/** What follows a service's address before a test's path; for most services the path itself contains the version. */
const beginnings: Readonly<Record<string, string>> = { compute: '/v2.1' }

/** The APIs of all services, for the holder of `token`. */
export const doorsAt = (addressOf: (service: AnyService) => string, token: string): Doors =>
  Object.fromEntries(
    // Services that are in no catalog are for people, not programs.
    services
      .filter(({ catalog }) => catalog.length > 0)
      .map((service) => {
        const { type } = service
        return [type, door(`${addressOf(service)}${beginnings[type] ?? ''}`, type, token)]
      }),
  ) as Doors

/** Signs in with a password, scoped to a project of the default domain. */
export const signIn = async (url: string, { username, password, project }: Credentials): Promise<Client> => {
  const domain = { id: 'default' }
  const user = { name: username, password, domain }
  const auth = {
    identity: { methods: ['password'], password: { user } },
    scope: { project: { name: project, domain } },
  }
  const { status, headers, body } = await door(`${url}/identity`, 'identity', undefined).post(
    '/v3/auth/tokens',
    { auth },
  )
  const token = headers.get('x-subject-token')
  if (status !== 201 || !token)
    throw new Error(`${username} could not sign in: ${status} ${JSON.stringify(body)}`)
  return {
    token,
    userId: body.token.user.id,
    projectId: body.token.project.id,
    ...doorsAt(({ mount }) => url + mount, token),
  }
}
