import { readFile } from 'node:fs/promises'
import { UserError } from '@nimbo/kernel/user-error'
import { parse } from 'yaml'

interface CloudsFile {
  readonly clouds: { readonly nimbo: { readonly auth: Readonly<Record<string, string>> } }
}

/** A client of the cloud's public APIs, authenticated as admin. Paths are relative to the cloud's one address. */
export interface AdminClient {
  readonly origin: string
  get<Body>(path: string): Promise<Body>
  post<Body>(path: string, body: unknown): Promise<Body>
  put<Body>(path: string, body: unknown): Promise<Body>
  /** Sends a GET and ignores the response and errors. */
  touch(path: string): Promise<void>
  /** Sends binary data with PUT. */
  upload(path: string, data: Uint8Array): Promise<void>
}

const answerWithinMs = 120_000
const microversions = 'compute 2.96'

/** Authenticates with the generated `clouds.yaml`, as any client would. */
export const openAdminClient = async (cloudsFile: string): Promise<AdminClient> => {
  const { auth } = (parse(await readFile(cloudsFile, 'utf8')) as CloudsFile).clouds.nimbo
  const {
    auth_url: authUrl = '',
    username: name,
    password,
    project_name,
    user_domain_name,
    project_domain_name,
  } = auth
  const origin = new URL(authUrl).origin

  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Uint8Array,
  ): Promise<Response> => {
    const response = await fetch(origin + path, {
      method,
      headers: { 'openstack-api-version': microversions, ...headers },
      signal: AbortSignal.timeout(answerWithinMs),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    if (!response.ok)
      throw new UserError(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
    return response
  }

  const json = { 'content-type': 'application/json' }
  const user = { name, password, domain: { name: user_domain_name } }
  const scope = { project: { name: project_name, domain: { name: project_domain_name } } }
  const credentials = JSON.stringify({
    auth: { identity: { methods: ['password'], password: { user } }, scope },
  })
  const token =
    (await send('POST', '/identity/v3/auth/tokens', json, credentials)).headers.get('x-subject-token') ?? ''
  const authorised = { 'x-auth-token': token }

  const sendJson = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const text = await (await send(method, path, { ...authorised, ...json }, JSON.stringify(body))).text()
    return text === '' ? undefined : JSON.parse(text)
  }

  return {
    origin,
    touch: async (path) => {
      await fetch(origin + path, { signal: AbortSignal.timeout(answerWithinMs) }).catch(() => {})
    },
    get: async <Body>(path: string) => (await (await send('GET', path, authorised)).json()) as Body,
    post: async <Body>(path: string, body: unknown) => (await sendJson('POST', path, body)) as Body,
    put: async <Body>(path: string, body: unknown) => (await sendJson('PUT', path, body)) as Body,
    upload: async (path, data) => {
      await send('PUT', path, { ...authorised, 'content-type': 'application/octet-stream' }, data)
    },
  }
}
