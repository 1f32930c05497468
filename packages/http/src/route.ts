import type { Context } from '@nimbo/kernel/context'
import type { Static, TSchema } from 'typebox'
import type { HttpRequest, HttpResponse } from './message.ts'
import type { Microversion } from './microversion.ts'
import type { VersionedSchema } from './versioned.ts'

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never

type BodySchema = TSchema | VersionedSchema<TSchema>

type BodyOf<Body> =
  Body extends VersionedSchema<infer Newest>
    ? Static<Newest>
    : Body extends TSchema
      ? Static<Body>
      : undefined

type QueryOf<Query> = Query extends TSchema ? Static<Query> : Readonly<Record<string, string>>

/** What a handler gets: everything already checked, nothing of HTTP unless it asks for it. */
export interface Call<App, Path extends string = string, Query = unknown, Body = unknown> {
  readonly ctx: Context
  readonly app: App
  readonly params: { readonly [Name in ParameterNames<Path>]: string }
  readonly query: QueryOf<Query>
  readonly body: BodyOf<Body>
  /** For views alone: use cases know today's shape only. */
  readonly version: Microversion
  readonly request: HttpRequest
  /** The API's own base, for links: `http://127.0.0.1:5000/compute/v2.1`. */
  readonly base: string
  /** Throws the service's "forbidden" unless policy allows `rule` on `target`. */
  enforce(rule: string, target?: Readonly<Record<string, unknown>>): void
  /** Whether policy allows `rule` on `target`. */
  allows(rule: string, target?: Readonly<Record<string, unknown>>): boolean
}

/** One operation: the declaration from which routing, validation, policy, traces and documents are made. */
export interface RouteSpec<
  App,
  Path extends string,
  Query extends TSchema | undefined,
  Body extends BodySchema | undefined,
> {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/servers/{server_id}`, the names as in the API reference. */
  readonly path: Path
  /** The single key of the body that tells operations on one path apart: `os-start`. */
  readonly action?: string
  /** Audit and trace name below the API's own: `servers.create`. */
  readonly name: string
  /** First and last microversion that have it; outside it answers 404. */
  readonly since?: string
  readonly until?: string
  /**
   * The rule that guards it, enforced before the handler on the caller's own project; a handler that knows the true
   * target enforces again. `open` routes say why they have none; `inHandler` ones why the rule depends on what is found.
   */
  readonly policy: string | { readonly open: string } | { readonly inHandler: string }
  readonly query?: Query
  /** JSON body; without it a body is left for the handler to read from `request.body`. */
  readonly body?: Body
  /** Success statuses, the first being the usual one. */
  readonly replies: readonly number[]
  readonly handle: (call: Call<App, Path, Query, Body>) => Promise<HttpResponse>
}

/** A route with its types folded away, as an API keeps it. */
export interface Route<App> {
  readonly method: string
  readonly path: string
  readonly action?: string
  readonly name: string
  readonly since?: string
  readonly until?: string
  readonly policy: RouteSpec<App, string, undefined, undefined>['policy']
  readonly query?: TSchema
  readonly body?: BodySchema
  readonly replies: readonly number[]
  readonly handle: (call: Call<App>) => Promise<HttpResponse>
}

/**
 * The `route()` of one API, whose handlers get that API's `App`:
 *
 * ```ts
 * const route = routesOf<ComputeApp>()
 * export const showFlavor = route({ method: 'GET', path: '/flavors/{flavor_id}', name: 'flavors.show', … })
 * ```
 */
export const routesOf =
  <App>() =>
  <
    const Path extends string,
    Query extends TSchema | undefined = undefined,
    Body extends BodySchema | undefined = undefined,
  >(
    spec: RouteSpec<App, Path, Query, Body>,
  ): Route<App> =>
    spec as unknown as Route<App>
