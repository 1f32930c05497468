import type { Static, TSchema } from 'typebox'
import type { Target } from './target.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'COPY'

/** The names in braces of a path: `server_id` in `/servers/{server_id}`. */
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
  /** Resource and verb: `servers.show`. Names the operation in spans, logs, audit and OpenAPI. */
  readonly id: string
  readonly method: Method
  /** `/servers/{server_id}`, the names as in the API reference. */
  readonly path: Path
  /** The single key of the body that tells operations on one path apart: `os-start`. */
  readonly action?: string
  /**
   * By what the tables of OpenStack tell forms of one request apart: keys within the body (the methods of a login), and
   * words of the query (`?multipart-manifest=put`).
   */
  readonly variants?: readonly string[]
  /** First and last microversion that have it; outside it answers 404. */
  readonly since?: string
  readonly until?: string
  /** What other versions are told: that there is no such path, unless the path is there and only its method is not. */
  readonly inOtherVersions?: 'methodNotAllowed'
  /** One sentence for OpenAPI and the command line's help. */
  readonly summary: string
  /** The rule that guards it; absent where the target is `anyone` or `open`. */
  readonly rule?: string
  /** What the rule is judged on. */
  readonly on: Target<Kind>
  /** Further rules that the handler judges by what the request asks for: another project's list, a forced deletion. */
  readonly mayAsk?: readonly string[]
  /** An object of what the query may hold; numbers and booleans are read from their text. */
  readonly query?: Query
  /** The JSON body, or `content('application/octet-stream')`; a body without schema is not read. */
  readonly body?: Body
  /** The media type of a JSON body, where it is another than `application/json`. */
  readonly mediaType?: string
  /** Success statuses, and what is answered with each; the first is the usual one. */
  readonly replies: Replies
  /** Codes of the service's error catalogue that a caller must reckon with, beside 400, 401 and 403. */
  readonly errors?: readonly string[]
}

/** Declares an operation; it checks the form and keeps the types. */
export const operation = <
  const Path extends string,
  Replies extends Readonly<Record<number, TSchema>>,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  const Kind extends string = never,
>(
  declared: Operation<Path, Query, Body, Kind, Replies>,
): Operation<Path, Query, Body, Kind, Replies> => declared

/** The value of a schema; undefined where there is none. */
export type ValueOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/** What an operation's query holds. */
export type QueryOf<Declared> = Declared extends Operation<string, infer Query> ? ValueOf<Query> : never

/** What an operation's body holds. */
export type BodyOf<Declared> =
  Declared extends Operation<string, TSchema | undefined, infer Body> ? ValueOf<Body> : never
