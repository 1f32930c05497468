import type { Context } from '@nimbo/kernel/context'
import { Fault } from '@nimbo/kernel/errors'
import type { Tracer } from '@nimbo/trace/tracer'
import { anonymousContext } from './anonymous-context.ts'
import { type Handler, type HttpRequest, type HttpResponse, textOf, withHeaders } from './message.ts'
import { type Microversion, type MicroversionRange, negotiate, versionHeaders } from './microversion.ts'
import type { Call, Route } from './route.ts'
import { buildRouter } from './router.ts'
import { type Invalid, schemaChecker } from './validate.ts'
import { liftFrom, schemaAt } from './versioned.ts'

/** What policy enforcement an API needs; `@nimbo/policy` has it. */
export interface Authorizer {
  allows(rule: string, ctx: Context, target?: Readonly<Record<string, unknown>>): boolean
}

/** One API: its routes and what is particular to it. */
export interface ApiDefinition<App> {
  /** First part of its operations' names: `compute`. */
  readonly name: string
  readonly routes: readonly Route<App>[]
  readonly app: App
  readonly authorizer: Authorizer
  readonly tracer: Tracer
  readonly microversions?: MicroversionRange
  /** The fault for a refused policy rule, in this service's words. */
  readonly forbidden: (rule: string) => Fault
  /** The sentence for a body or query that does not fit its schema. */
  readonly invalid: (invalid: Invalid, part: 'body' | 'query') => string
}

const checkBody = schemaChecker('body')
const checkQuery = schemaChecker('query')

/** The innermost handler of a pipeline: finds the operation, checks everything it declares, and runs it. */
export const createApi = <App>(api: ApiDefinition<App>): Handler => {
  const find = buildRouter(api.routes)
  const negotiated = negotiation(api.microversions)
  return async (request) => {
    const version = negotiated(request)
    const body = lazyJson(request)
    const { route, params } = await find(request.method, request.path, version, body)
    request.state.operation = `${api.name}.${route.name}`
    request.state.route = route.path
    const answer = async (ctx: Context): Promise<HttpResponse> => {
      const allows = (rule: string, target?: Readonly<Record<string, unknown>>) =>
        api.authorizer.allows(rule, ctx, { project_id: ctx.projectId, user_id: ctx.userId, ...target })
      const enforce = (rule: string, target?: Readonly<Record<string, unknown>>) => {
        if (!allows(rule, target)) throw api.forbidden(rule)
      }
      if (!(typeof route.policy === 'object' && 'open' in route.policy)) requireUser(ctx)
      if (typeof route.policy === 'string') {
        const { policy } = route
        await api.tracer.span(ctx, 'enforce-policy', async () => enforce(policy, params), { rule: policy })
      }
      const call: Call<App> = {
        ctx,
        app: api.app,
        params,
        query: readQuery(api, route, request),
        body: (await readBody(api, route, version, body)) as undefined,
        version,
        request,
        base: `${request.origin}${request.mount}`,
        enforce,
        allows,
      }
      return route.handle(call)
    }
    const ctx = request.state.context ?? anonymousContext(request.state)
    const response = await api.tracer.span(ctx, request.state.operation, answer)
    const { replyHeaders } = request.state
    return replyHeaders ? withHeaders(response, replyHeaders) : response
  }
}

/** The version to answer in, which is also said in the reply, be it a success or a failure. */
const negotiation = (range: MicroversionRange | undefined): ((request: HttpRequest) => Microversion) => {
  if (!range) return () => 0
  const saying = versionHeaders(range)
  return ({ headers, state }) => {
    const version = negotiate(range, headers)
    state.replyHeaders = saying(version)
    return version
  }
}

const requireUser = (ctx: Context): void => {
  if (ctx.userId !== undefined) return
  throw new Fault({
    code: 'Unauthorized',
    kind: 'unauthenticated',
    message: 'The request you have made requires authentication.',
    details: {},
  })
}

/** The body as JSON, read at most once; undefined when there is none. */
const lazyJson = (request: HttpRequest): (() => Promise<unknown>) => {
  let reading: Promise<unknown> | undefined
  const read = async (): Promise<unknown> => {
    const text = await textOf(request.body)
    if (text === '') return undefined
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new Fault({
        code: 'MalformedRequestBody',
        kind: 'badRequest',
        message: 'Malformed request body',
        details: {},
        cause,
      })
    }
  }
  return () => {
    reading ??= read()
    return reading
  }
}

const readBody = async <App>(
  api: ApiDefinition<App>,
  route: Route<App>,
  version: Microversion,
  body: () => Promise<unknown>,
): Promise<unknown> => {
  if (!route.body) return undefined
  const versions = 'newest' in route.body ? route.body : undefined
  const schema = 'newest' in route.body ? schemaAt(route.body, version) : route.body
  const value = await body()
  const invalid = checkBody(schema)(value === undefined ? null : value)
  if (invalid) throw validationFault(api, invalid, 'body')
  return versions ? liftFrom(versions, version, value) : value
}

/** A name given twice is a list where the schema may want one; without a schema the last value counts, as in WebOb. */
const readQuery = <App>(
  api: ApiDefinition<App>,
  route: Route<App>,
  request: HttpRequest,
): Readonly<Record<string, string>> => {
  if (!route.query) return Object.fromEntries(request.query)
  const query: Record<string, string | string[]> = {}
  request.query.forEach((value, name) => {
    const known = Object.hasOwn(query, name) ? query[name] : undefined
    if (known === undefined) query[name] = value
    else if (typeof known === 'string') query[name] = [known, value]
    else known.push(value)
  })
  const invalid = checkQuery(route.query)(query)
  if (invalid) throw validationFault(api, invalid, 'query')
  return query as Record<string, string>
}

const validationFault = <App>(api: ApiDefinition<App>, invalid: Invalid, part: 'body' | 'query'): Fault =>
  new Fault({
    code: 'ValidationError',
    kind: 'badRequest',
    message: api.invalid(invalid, part),
    details: { path: invalid.path, property: invalid.property },
  })
