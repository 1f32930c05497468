import type { Operation, ParameterNames, QueryOf, ValueOf } from '../operation.ts'
import type { TSchema } from 'typebox'

/** Assignable to every type of which nothing must be given. */
type Nothing = Record<never, never>

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]

/** A value of a query: numbers and flags are written as text where the API reads text, and one of several may stand alone. */
type Written<Value> =
  | Value
  | (string extends Value ? number | boolean : never)
  | (Value extends readonly (infer One)[] ? Written<One> | readonly Written<One>[] : never)

/** Of operations that are derived, the path is known when they are called, and not before. */
type PathPart<Path extends string> = string extends Path
  ? { readonly path?: Readonly<Record<string, string | number>> }
  : [ParameterNames<Path>] extends [never]
    ? { readonly path?: never }
    : { readonly path: { readonly [Name in ParameterNames<Path>]: string | number } }

type Asked<Query> = unknown extends Query
  ? Readonly<Record<string, QueryValue>>
  : {
      readonly [Name in keyof Query]:
        | Written<Query[Name]>
        | (Nothing extends Pick<Query, Name> ? undefined : never)
    }

type QueryPart<Query> = [Query] extends [undefined]
  ? { readonly query?: never }
  : Nothing extends Query
    ? { readonly query?: Asked<Query> }
    : { readonly query: Asked<Query> }

type BodyPart<Body extends TSchema | undefined> = Body extends TSchema
  ? { readonly body: ValueOf<Body> }
  : { readonly body?: never }

/** What may be said with any call. */
export interface CallOptions {
  /** The microversion to ask for, where it is not the client's own. */
  readonly version?: string
  /** Headers that no contract names: the token that is asked about, `If-Match`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a caller gives to one operation: parameters of its path, its query, its body. */
export type RequestOf<Declared> =
  Declared extends Operation<infer Path, TSchema | undefined, infer Body>
    ? PathPart<Path> & QueryPart<QueryOf<Declared>> & BodyPart<Body> & CallOptions
    : never

/** Any operation's request, as those see it who only carry it. */
export interface AnyRequest extends CallOptions {
  readonly path?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** The arguments after the operation: none are needed where nothing must be given. */
export type RequestArguments<Declared, Further = unknown> =
  Nothing extends RequestOf<Declared>
    ? [request?: RequestOf<Declared> & Further]
    : [request: RequestOf<Declared> & Further]
