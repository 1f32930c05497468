import * as discovery from '@nimbo/contracts/object-store/discovery'
import { anonymousContext } from '@nimbo/http/anonymous-context'
import { asksOnlyPolicy } from '@nimbo/http/asks-only-policy'
import { checkOwnReply } from '@nimbo/http/check-reply'
import {
  type Handler,
  type Headers,
  type HttpRequest,
  type HttpResponse,
  withHeaders,
} from '@nimbo/http/message'
import { keepSample } from '@nimbo/http/keep-sample'
import { noContent, ok } from '@nimbo/http/reply'
import { bytes } from '@nimbo/http/reply'
import type { Operation } from '@nimbo/operation/operation'
import type { Tracer } from '@nimbo/trace/tracer'
import type { SwiftApp } from '../app/app.ts'
import { keystoneAccess } from '../app/access/keystone-access.ts'
import type { SignIn } from '../app/access/sign-in.ts'
import { readPath } from '../domain/resource-path.ts'
import { withoutSystemMetadata } from '../domain/system-metadata.ts'
import { errors } from '../errors.ts'
import { containerSync } from './middleware/container-sync.ts'
import { copyMethod } from './middleware/copy-method.ts'
import { crossOrigin } from './middleware/cross-origin.ts'
import { etagQuoter } from './middleware/etag-quoter.ts'
import { formPost } from './middleware/form-post.ts'
import { staticWeb } from './middleware/static-web.ts'
import { temporaryUrl } from './middleware/temporary-url.ts'
import { nameCheck } from './middleware/name-check.ts'
import { byHostNames } from './middleware/hosts/by-host-names.ts'
import { metering } from './middleware/metering.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { readOnly } from './middleware/read-only.ts'
import { crossDomainPolicy } from './cross-domain-policy.ts'
import { dispatcher } from './dispatch.ts'
import { infoOf, syncInfo } from './info.ts'
import { legacySignIn } from './legacy-sign-in.ts'
import { asksForEndpoints, listEndpoints } from './list-endpoints.ts'
import { asksForRecon, showRecon } from './recon.ts'
import type { ObjectHandler, ObjectRequest } from './object-request.ts'
import { PolicyAnswer } from './policy-answer.ts'
import { whenDiskIsFull } from './when-disk-is-full.ts'

/** The transaction id: `tx`, 21 hex digits, and the time of the request in seconds (hex). */
const transactionOf = ({ state }: HttpRequest, nowMs: number): string =>
  `tx${state.requestId.replaceAll(/[^0-9a-f]/g, '').slice(-21)}-${Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(10, '0')}`

/** The middleware pipeline of requests for accounts, containers and objects; the outermost comes first. */
const pipelineOf = (app: SwiftApp, tracer: Tracer): ObjectHandler => {
  const find = dispatcher(app)
  const carryOut: ObjectHandler = (request) => {
    const { operation, handle } = find(request)
    const name = `object-store.${operation.id}`
    request.http.state.operation = name
    request.http.state.route = operation.path
    const ctx = request.http.state.context ?? anonymousContext(request.http.state)
    return tracer.span(ctx, name, async () => {
      const reply = await handle(request)
      checkOwnReply(operation, name, reply)
      await keepSample(operation, heard(request.http), reply)
      return reply
    })
  }
  const inner = metering(app)(staticWeb(app)(copyMethod(carryOut)))
  const signed = containerSync(app)(temporaryUrl(app)(formPost(app)(inner)))
  const limited = rateLimit(app)(readOnly(app)(signed))
  return etagQuoter(app)(nameCheck(app)(crossOrigin(app)(limited)))
}

/** A request as a recorded sample shows it: without its body, which is a stream that can be read only once. */
const heard = (request: HttpRequest) => ({ request, version: 0, body: async () => undefined })

/** An operation on the service itself rather than on an account. */
interface AboutService {
  readonly operation: Operation
  readonly answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>
}

/** Handles all requests below the mount path of the object store. */
export const objectStoreApi = (
  app: SwiftApp,
  { tracer, signIn }: { readonly tracer: Tracer; readonly signIn: SignIn },
): Handler => {
  const answer = pipelineOf(app, tracer)
  const info = infoOf(app)
  const legacy = legacySignIn(app, signIn)
  const open: Readonly<Record<string, AboutService>> = {
    '/info': {
      operation: discovery.showInfo,
      answer: () =>
        ok({ ...info, container_sync: syncInfo(app) }, { 'content-type': 'application/json; charset=UTF-8' }),
    },
    '/healthcheck': {
      operation: discovery.checkHealth,
      answer: () => bytes(200, 'OK', { 'content-type': 'text/plain' }),
    },
    '/crossdomain.xml': {
      operation: discovery.showCrossDomainPolicy,
      answer: () =>
        bytes(200, crossDomainPolicy(app.config['filter:crossdomain'].cross_domain_policy), {
          'content-type': 'application/xml',
        }),
    },
    '/auth/v1.0': { operation: discovery.signIn, answer: legacy },
  }
  const aboutService = (request: HttpRequest): AboutService | undefined => {
    if (asksForRecon(request))
      return { operation: discovery.showRecon, answer: (asked) => showRecon(app, asked) }
    if (asksForEndpoints(request)) return { operation: discovery.listEndpoints, answer: listEndpoints }
    return request.method === 'GET' || request.method === 'HEAD' ? open[request.path] : undefined
  }
  const placed: Handler = async (request) => {
    request.state.replyHeaders = { 'x-trans-id': transactionOf(request, app.clock.now()) }
    const about = aboutService(request)
    if (about) {
      if (asksOnlyPolicy(request)) return noContent(request.state.replyHeaders)
      const reply = await about.answer(request)
      checkOwnReply(about.operation, `object-store.${about.operation.id}`, reply)
      await keepSample(about.operation, heard(request), reply)
      return withHeaders(reply, request.state.replyHeaders)
    }
    const asked = objectRequest(app, request)
    try {
      return withHeaders(await answer(asked), request.state.replyHeaders)
    } catch (error) {
      if (error instanceof PolicyAnswer) return noContent(request.state.replyHeaders)
      throw whenDiskIsFull(error)
    }
  }
  return byHostNames(app.config, placed)
}

/** Removes system metadata, which clients may not set. */
const ofClient = (headers: Headers): Headers => withoutSystemMetadata(withHyphens(headers))

/** CGI, and so every WSGI server, does not distinguish `_` and `-` in header names; clients rely on it. */
const withHyphens = (headers: Headers): Headers => {
  const entries = Object.entries(headers)
  if (!entries.some(([name]) => name.includes('_'))) return headers
  return Object.fromEntries(entries.map(([name, value]) => [name.replaceAll('_', '-'), value]))
}

const objectRequest = (app: SwiftApp, http: HttpRequest): ObjectRequest => {
  const [, version, rest = ''] = /^\/([^/]*)\/(.*)$/.exec(http.path) ?? []
  if (version !== 'v1' && version !== 'v1.0')
    throw version?.startsWith('v') ? errors.PreconditionFailed({ reason: 'Bad URL' }) : errors.NotFound()
  const named = readPath(rest)
  if (!named) throw errors.PreconditionFailed({ reason: 'Bad URL' })
  const { method, query, body, state } = http
  const headers = ofClient(http.headers)
  const access = keystoneAccess(app.config['filter:keystoneauth'], state.context)
  return { ...named, method, query, headers, body, access, http }
}
