import { formatMicroversion } from '@nimbo/operation/microversion'
import type { Method, Operation, ParameterNames } from '@nimbo/operation/operation'
import { path as onPath, open, type Target } from '@nimbo/operation/target'
import { changed } from '@nimbo/operation/windows'
import { type Static, type TSchema, Type } from 'typebox'
import type { HttpResponse } from './message.ts'
import type { Call, Route } from './route.ts'
import type { VersionedSchema } from './versioned.ts'

type BodySchema = TSchema | VersionedSchema<TSchema>

type BodyOf<Body> =
  Body extends VersionedSchema<infer Newest>
    ? Static<Newest>
    : Body extends TSchema
      ? Static<Body>
      : undefined

type QueryOf<Query> = Query extends TSchema ? Static<Query> : Readonly<Record<string, string>>

/** An operation declared together with its handler; `operation` and `handle` are to take its place everywhere. */
export interface RouteSpec<
  App,
  Path extends string,
  Query extends TSchema | undefined,
  Body extends BodySchema | undefined,
> {
  readonly method: Method
  readonly path: Path
  readonly action?: string
  readonly name: string
  readonly since?: string
  readonly until?: string
  /**
   * The rule, judged on the caller's own project and the path's parameters. `open` routes say why they have none;
   * `inHandler` ones why the handler judges.
   */
  readonly policy: string | { readonly open: string } | { readonly inHandler: string }
  readonly query?: Query
  readonly body?: Body
  readonly replies: readonly number[]
  handle(
    call: Call<App, { readonly [Name in ParameterNames<Path>]: string }, QueryOf<Query>, BodyOf<Body>>,
  ): Promise<HttpResponse>
}

const targetOf = (policy: RouteSpec<unknown, string, undefined, undefined>['policy']): Target => {
  if (typeof policy === 'string') return onPath
  return 'open' in policy ? open(policy.open) : { kind: 'anyone' }
}

const isVersioned = (body: BodySchema): body is VersionedSchema<TSchema> => 'newest' in body

const bodyOf = (body: BodySchema | undefined): Pick<Operation, 'body'> => {
  if (!body) return {}
  if (!isVersioned(body)) return { body }
  const older = body.older.map(({ before, schema }) => [formatMicroversion(before), schema] as const)
  return { body: changed(body.newest, ...older) }
}

/** The `route()` of one API, whose handlers get that API's `App`. */
export const routesOf =
  <App>() =>
  <
    const Path extends string,
    Query extends TSchema | undefined = undefined,
    Body extends BodySchema | undefined = undefined,
  >(
    spec: RouteSpec<App, Path, Query, Body>,
  ): Route<App> => ({
    operation: {
      id: spec.name,
      method: spec.method,
      path: spec.path,
      ...(spec.action === undefined ? {} : { action: spec.action }),
      ...(spec.since === undefined ? {} : { since: spec.since }),
      ...(spec.until === undefined ? {} : { until: spec.until }),
      summary: '',
      ...(typeof spec.policy === 'string' ? { rule: spec.policy } : {}),
      on: targetOf(spec.policy),
      ...(spec.query === undefined ? {} : { query: spec.query }),
      ...bodyOf(spec.body),
      replies: Object.fromEntries(spec.replies.map((status) => [status, Type.Unknown()])),
    },
    lifts: spec.body && isVersioned(spec.body) ? spec.body.older : [],
    handle: spec.handle as Route<App>['handle'],
  })
