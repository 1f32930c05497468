import { isUtf8 } from 'node:buffer'
import type { Context } from '@nimbo/kernel/context'
import { Fault } from '@nimbo/kernel/errors'
import { isCheckedByHandler } from '@nimbo/operation/checked-by-handler'
import type { Microversion } from '@nimbo/operation/microversion'
import type { Operation } from '@nimbo/operation/operation'
import { schemaAt } from '@nimbo/operation/schema-at'
import type { Tracer } from '@nimbo/trace/tracer'
import { anonymousContext } from './anonymous-context.ts'
import { answerWith } from './answer-with.ts'
import { asksOnlyPolicy } from './asks-only-policy.ts'
import { boundedBody, defaultBodyLimit } from './bounded-body.ts'
import { keepSample, keepsSamples } from './keep-sample.ts'
import {
  bytesOf,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  wholeText,
  withHeaders,
} from './message.ts'
import { type MicroversionRange, negotiate, versionHeaders } from './microversion.ts'
import { nestsDeeper } from './nests-deeper.ts'
import { type RepeatedNames, readQuery } from './read-query.ts'
import { noContent } from './reply.ts'
import type { Call, Facts, LookUp, Route } from './route.ts'
import { buildRouter, type EmptyIds } from './router.ts'
import { type Invalid, schemaChecker } from './validate.ts'
import { whenFirstAsked } from './when-first-asked.ts'
import { withoutLaterNames } from './without-later-names.ts'
import { withoutSurplus } from './without-surplus.ts'

/** The policy enforcement that an API needs, implemented by `@nimbo/policy`. */
export interface Authorizer {
  allows(rule: string, ctx: Context, target?: Facts): boolean
}

/** An API: its routes and its peculiarities. */
export interface ApiDefinition<App> {
  /** The first part of its operations' names, such as `compute`. */
  readonly name: string
  /** Given as a function, routes are loaded at the first request, which makes the start faster. */
  readonly routes: readonly Route<App>[] | (() => Promise<readonly Route<App>[]>)
  readonly app: App
  readonly authorizer: Authorizer
  readonly tracer: Tracer
  readonly microversions?: MicroversionRange
  /** How to treat repeated query parameters where one value is expected; the last one counts by default. */
  readonly repeatedNames?: RepeatedNames
  /** How to treat a path that ends where an id is expected; like the path without the slash by default. */
  readonly emptyIds?: EmptyIds
  /** Returns the body to assume for a request without one; null by default. */
  readonly noBody?: () => unknown
  /** Whether query and body are validated before the target is looked up and policy is enforced, as Nova does; false by default. */
  readonly validatesFirst?: boolean
  /** Throws when the request's media types are not supported. */
  readonly requireForm?: (request: HttpRequest, operation: Operation) => void
  /** Serialises reply bodies; compact JSON by default. */
  readonly spelling?: (body: unknown) => string
  /** Makes the service's fault for a refused policy rule. */
  readonly forbidden: (rule: string) => Fault
  /** Makes the service's message for a body or query that does not match its schema. */
  readonly invalid: (invalid: Invalid, part: 'body' | 'query', operation: Operation) => string
}

/** The maximum nesting of a body; no API needs half as much. */
const deepestBody = 100

const checkBody = schemaChecker('body')
const checkQuery = schemaChecker('query')

/** The innermost handler of a pipeline: finds the operation, checks everything it declares, and runs its handler. */
export const createApi = <App>(api: ApiDefinition<App>): Handler => {
  const { routes } = api
  return typeof routes === 'function'
    ? whenFirstAsked(async () => apiOf(api, await routes()))
    : apiOf(api, routes)
}

const apiOf = <App>(api: ApiDefinition<App>, routes: readonly Route<App>[]): Handler => {
  const find = buildRouter(routes, api)
  const negotiated = negotiation(api.microversions)
  const runs = new Map<Route<App>, Run>()
  const runOf = (route: Route<App>): Run => {
    const run = runnerOf(api, route)
    runs.set(route, run)
    return run
  }
  return async (request) => {
    const version = negotiated(request)
    const body = lazyJson(request)
    const { route, params } = await find(request.method, request.path, version, body)
    const run = runs.get(route) ?? runOf(route)
    const operation = `${api.name}.${route.operation.id}`
    request.state.operation = operation
    request.state.route = route.operation.path
    const ctx = request.state.context ?? anonymousContext(request.state)
    const response = await api.tracer.span(ctx, operation, (inner) =>
      run({ ctx: inner, request, params, version, body }),
    )
    const { replyHeaders } = request.state
    return replyHeaders ? withHeaders(response, replyHeaders) : response
  }
}

/** A request with its operation. */
interface Asked {
  readonly ctx: Context
  readonly request: HttpRequest
  readonly params: Readonly<Record<string, string>>
  readonly version: Microversion
  readonly body: () => Promise<unknown>
}

type Run = (asked: Asked) => Promise<HttpResponse>

const nothingFound = {}

/**
 * Runs one operation: authentication and policy are checked before query and body are validated, so that an unauthorised caller
 * learns nothing else, unless the API validates first.
 */
const runnerOf = <App>(api: ApiDefinition<App>, route: Route<App>): Run => {
  const { operation } = route
  const name = `${api.name}.${operation.id}`
  const respond = answerWith(operation, name, api.spelling)
  const { rule, on } = operation
  const judgedOnTarget = !route.belongsToNobody && on.kind !== 'given' && on.kind !== 'each'
  return async ({ ctx, request, params, version, body }) => {
    if (on.kind !== 'open') requireUser(ctx)
    api.requireForm?.(request, operation)
    const lookUp = lookUpOf(api, { ctx, request, params, version })
    const isAsking = asksOnlyPolicy(request)
    const read = async (): Promise<Pick<Call<App>, 'query' | 'body'>> => ({
      query: queryOf(api, route, request, version),
      body:
        operation.body &&
        (await bodyOf(api, route, version, { body, lenient: request.state.lenient === true })),
    })
    const validated = api.validatesFirst && !isAsking ? await read() : undefined
    const enforce = async (facts: Facts | undefined): Promise<void> => {
      if (rule === undefined) return
      await api.tracer.span(ctx, 'enforce-policy', async () => lookUp.enforce(rule, facts), { rule })
    }
    if (route.belongsToNobody) await enforce(undefined)
    const located = route.locate && (await route.locate(lookUp))
    if (judgedOnTarget) await enforce(on.kind === 'path' ? params : located?.facts)
    if (route.unread) await enforce(await route.unread(await body(), lookUp))
    if (isAsking && !route.given) return noContent()
    const call: Call<App> = {
      ...lookUp,
      found: located?.found ?? nothingFound,
      ...(validated ?? (await read())),
    }
    if (route.given) await enforce(await route.given(call))
    if (isAsking) return noContent()
    const response = respond(await route.handle(call), version, call.allows)
    if (keepsSamples) await keepSample(operation, { request, version, body }, response)
    return response
  }
}

const lookUpOf = <App>(
  api: ApiDefinition<App>,
  { ctx, request, params, version }: Omit<Asked, 'body'>,
): LookUp<App> => {
  const asker = { project_id: ctx.projectId, user_id: ctx.userId }
  // Remembers the last facts and their target, since several rules, such as those of a resource's attributes, are checked on the
  // same facts.
  let judged: Facts | undefined
  let target: Facts = asker
  const targetOf = (facts: Facts): Facts => {
    if (facts !== judged) {
      judged = facts
      target = { ...asker, ...facts }
    }
    return target
  }
  const allows = (rule: string, facts?: Facts): boolean =>
    api.authorizer.allows(rule, ctx, facts === undefined ? asker : targetOf(facts))
  return {
    ctx,
    app: api.app,
    params,
    version,
    request,
    base: `${request.origin}${request.mount}`,
    allows,
    enforce: (rule, facts) => {
      if (!allows(rule, facts)) throw api.forbidden(rule)
    },
  }
}

/** Negotiates the microversion and sets its reply headers, also for errors. */
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

/**
 * Reads the JSON body at most once; undefined when there is none. The size limit applies here, because this reads the body into
 * memory whatever the pipeline is.
 */
const lazyJson = (request: HttpRequest): (() => Promise<unknown>) => {
  let reading: Promise<unknown> | undefined
  const read = async (): Promise<unknown> => {
    const isBounded = request.state.bodyLimit !== undefined
    const sent = isBounded ? request.body : boundedBody(request, defaultBodyLimit)
    const text = wholeText(sent) ?? decoded(await bytesOf(sent))
    if (text === '') return undefined
    // Later recursion over the body must not overflow the stack.
    if (nestsDeeper(text, deepestBody)) throw malformed()
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw malformed(cause)
    }
  }
  return () => {
    reading ??= read()
    return reading
  }
}

/** Bytes in another encoding are refused, as in OpenStack; they would be stored with other characters in place of their own. */
const decoded = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw malformed()
  return bytes.toString('utf8')
}

const malformed = (cause?: unknown): Fault =>
  new Fault({
    code: 'MalformedRequestBody',
    kind: 'badRequest',
    message: 'Malformed request body',
    details: {},
    cause,
  })

const bodyOf = async <App>(
  api: ApiDefinition<App>,
  { operation, lifts }: Route<App>,
  version: Microversion,
  { body, lenient }: { readonly body: () => Promise<unknown>; readonly lenient: boolean },
): Promise<unknown> => {
  const schema = operation.body && schemaAt(operation.body, version)
  if (!schema || 'contentMediaType' in schema) return undefined
  const given = await body()
  const value = given === undefined ? api.noBody?.() : given
  if (isCheckedByHandler(schema)) return value
  const check = lenient ? withoutSurplus(checkBody(schema)) : checkBody(schema)
  const invalid = check(value === undefined ? null : value)
  if (invalid) throw validationFault(api, invalid, 'body', operation)
  return lifts.filter(({ before }) => version < before).reduceRight((lifted, { lift }) => lift(lifted), value)
}

const queryOf = <App>(
  api: ApiDefinition<App>,
  { operation }: Route<App>,
  request: HttpRequest,
  version: Microversion,
): Call<App>['query'] => {
  const { query: whole } = operation
  const schema = whole && schemaAt(whole, version)
  if (!schema || isCheckedByHandler(schema)) return Object.fromEntries(request.query)
  const query = readQuery(request.query, schema, api.repeatedNames ?? 'last')
  const invalid = checkQuery(schema)(query)
  if (invalid) throw validationFault(api, invalid, 'query', operation)
  return withoutLaterNames(query, { whole, current: schema }) as Call<App>['query']
}

const validationFault = <App>(
  api: Pick<ApiDefinition<App>, 'invalid'>,
  invalid: Invalid,
  part: 'body' | 'query',
  operation: Operation,
): Fault =>
  new Fault({
    code: 'ValidationError',
    kind: 'badRequest',
    message: api.invalid(invalid, part, operation),
    details: { path: invalid.path, property: invalid.property, keyword: invalid.keyword, part },
  })
