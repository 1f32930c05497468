import { Readable } from 'node:stream'
import { identityApi } from '@nimbo/contracts/identity/api'
import { showToken } from '@nimbo/contracts/identity/tokens'
import { type HttpResponse, type Payload, streamOf, textOf } from '@nimbo/http/message'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { KeptObject, ObjectAccount, ObjectPlace } from '@nimbo/object-account/object-account'
import { asService, type ServiceCredentials, serviceTokens } from './service-tokens.ts'
import { serviceClient } from './service-client.ts'

/** Timeout of a request with an object of some hundred megabytes. */
const answerWithinMs = 600_000
const namesAtOnce = 1000

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Payload
  /** Statuses besides successful ones that are no errors. */
  readonly also?: readonly number[]
}

/** An unread reply, even an empty one, keeps its connection from being used again. */
const readToEnd = async ({ body }: HttpResponse): Promise<void> => {
  await textOf(body)
}

const pathOf = ({ container, name }: ObjectPlace): string =>
  `/${encodeURIComponent(container)}/${encodeURIComponent(name)}`

/** The service's own account in Swift: that of its project. */
export const objectAccount = (
  transport: Transport,
  credentials: ServiceCredentials,
  clock: Clock,
): ObjectAccount => {
  const tokens = serviceTokens(transport, credentials, clock)
  const identity = serviceClient({ transport, api: identityApi, authenticate: asService(tokens) })
  let projectId: string | undefined

  const projectOf = async (token: string): Promise<string> => {
    const ctx = internalContext()
    const headers = { 'x-subject-token': token }
    const { token: shown } = await identity.call(ctx, showToken, { headers, query: { nocatalog: '' } })
    projectId = shown.project?.id
    if (projectId === undefined) throw new Error('the token of a service is of no project')
    return projectId
  }

  const sendOnce = async (
    token: string,
    method: string,
    path: string,
    { headers = {}, query = {}, body }: Asked,
  ) =>
    transport.send('object-store', {
      ...{ method, body, timeoutMs: answerWithinMs, query: new URLSearchParams(query) },
      path: `/v1/AUTH_${projectId ?? (await projectOf(token))}${path}`,
      headers: { ...headers, 'x-auth-token': token },
    })

  const ask = async (method: string, path: string, asked: Asked = {}): Promise<HttpResponse> => {
    const token = await tokens.get(internalContext())
    let reply = await sendOnce(token, method, path, asked)
    // A streamed body cannot be sent again.
    if (reply.status === 401 && tokens.refused(token) && !(asked.body instanceof Readable)) {
      await readToEnd(reply)
      reply = await sendOnce(await tokens.get(internalContext()), method, path, asked)
    }
    const { status } = reply
    if ((status >= 200 && status < 300) || asked.also?.includes(status)) return reply
    throw new Error(`the object store answered ${status} to ${method} ${path}: ${await textOf(reply.body)}`)
  }

  return {
    makeContainer: async (name) => {
      await readToEnd(await ask('PUT', `/${encodeURIComponent(name)}`, { body: '' }))
    },
    put: async (place, body, headers = {}): Promise<KeptObject> => {
      const length = body instanceof Readable ? {} : { 'content-length': String(body.length) }
      const type = { 'content-type': 'application/octet-stream' }
      const reply = await ask('PUT', pathOf(place), { body, headers: { ...type, ...length, ...headers } })
      await readToEnd(reply)
      return { etag: (reply.headers.etag ?? '').replaceAll('"', '') }
    },
    get: async (place, range) => {
      const headers = range ? { range: `bytes=${range.first}-${range.last}` } : {}
      return streamOf((await ask('GET', pathOf(place), { headers })).body)
    },
    sizeOf: async (place) => {
      const reply = await ask('HEAD', pathOf(place), { also: [404] })
      await readToEnd(reply)
      return reply.status === 404 ? undefined : Number(reply.headers['content-length'])
    },
    remove: async (place) => {
      await readToEnd(await ask('DELETE', pathOf(place), { also: [404] }))
    },
    names: async function* (container, prefix) {
      for (let marker = ''; ; ) {
        const query = { prefix, marker, limit: String(namesAtOnce) }
        const { status, body } = await ask('GET', `/${encodeURIComponent(container)}`, { query, also: [404] })
        const names = (await textOf(body)).split('\n').filter((name) => name !== '')
        if (status === 404 || names.length === 0) return
        yield* names
        marker = names.at(-1) ?? ''
      }
    },
  }
}
