import type { Static, TSchema } from 'typebox'
import type { Target } from './target.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'COPY'

/** The parameter names in a path template: `server_id` in `/servers/{server_id}`. */
export type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never

/**
 * One operation of an API: all that can be known of it without running it, as plain data. Router, validation, policy
 * enforcement, typed clients, OpenAPI, the policy matrix and the coverage report are read from it; the service adds the
 * handler (`handle` of `@nimbo/http/handle`). It imports nothing of Node, so that a browser can load it.
 */
export interface Operation<
  Path extends string = string,
  Query extends TSchema | undefined = TSchema | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Kind extends string = string,
  Replies extends Readonly<Record<number, TSchema>> = Readonly<Record<number, TSchema>>,
> {
  /** Resource and verb, such as `servers.show`. Names the operation in spans, logs, audit and OpenAPI. */
  readonly id: string
  readonly method: Method
  /** For example `/servers/{server_id}`, with names as in the API reference. */
  readonly path: Path
  /** The key of the body that selects the action, such as `os-start`. */
  readonly action?: string
  /**
   * Forms of one request that OpenStack's tables count separately: keys within the body (methods of authentication) and query
   * parameters (`?multipart-manifest=put`).
   */
  readonly variants?: readonly string[]
  /** First and last microversion with the operation; others get a 404. */
  readonly since?: string
  readonly until?: string
  /** Other versions get a 405 instead, because they have the path with another method. */
  readonly inOtherVersions?: 'methodNotAllowed'
  /** OpenStack advises clients against it, in favour of another operation. */
  readonly deprecated?: true
  /** One sentence for OpenAPI and the command line's help. */
  readonly summary: string
  /** The policy rule; absent for the targets `anyone` and `open`. */
  readonly rule?: string
  /** The target of the rule. */
  readonly on: Target<Kind>
  /** Further rules that the handler checks depending on the request: listing other projects, forced deletion. */
  readonly mayAsk?: readonly string[]
  /** Schema of the query; numbers and booleans are converted from text. */
  readonly query?: Query
  /** Schema of the JSON body, or `content('application/octet-stream')`; without it the body is not read. */
  readonly body?: Body
  /** The media type of a JSON body, if not `application/json`. */
  readonly mediaType?: string
  /** Success statuses with the schemas of their bodies; the first is the default. */
  readonly replies: Replies
  /** Codes of the service's errors that callers must expect, besides 400, 401 and 403. */
  readonly errors?: readonly string[]
}

/** Declares an operation with precise types. */
export const operation = <
  const Path extends string,
  Replies extends Readonly<Record<number, TSchema>>,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  const Kind extends string = never,
>(
  declared: Operation<Path, Query, Body, Kind, Replies>,
): Operation<Path, Query, Body, Kind, Replies> => declared

/** The type of a schema's value; undefined without a schema. */
export type ValueOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/** The type of an operation's query. */
export type QueryOf<Declared> = Declared extends Operation<string, infer Query> ? ValueOf<Query> : never

/** The type of an operation's body. */
export type BodyOf<Declared> =
  Declared extends Operation<string, TSchema | undefined, infer Body> ? ValueOf<Body> : never
