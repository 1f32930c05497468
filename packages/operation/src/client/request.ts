import type { Operation, ParameterNames, QueryOf, ValueOf } from '../operation.ts'
import type { TSchema } from 'typebox'

/** Assignable to every type without required properties. */
type Nothing = Record<never, never>

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]

/** A query value: numbers and flags may be given as such where the API reads text, and a single value may stand for a list. */
type Written<Value> =
  | Value
  | (string extends Value ? number | boolean : never)
  | (Value extends readonly (infer One)[] ? Written<One> | readonly Written<One>[] : never)

/** For derived operations the path is not known at compile time. */
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

/** Options of any call. */
export interface CallOptions {
  /** The microversion, if not the client's default. */
  readonly version?: string
  /** Headers outside the contract, such as a subject token or `If-Match`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The arguments of an operation: path parameters, query, body. */
export type RequestOf<Declared> =
  Declared extends Operation<infer Path, TSchema | undefined, infer Body>
    ? PathPart<Path> & QueryPart<QueryOf<Declared>> & BodyPart<Body> & CallOptions
    : never

/** The untyped form. */
export interface AnyRequest extends CallOptions {
  readonly path?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** The arguments after the operation, optional if nothing is required. */
export type RequestArguments<Declared, Further = unknown> =
  Nothing extends RequestOf<Declared>
    ? [request?: RequestOf<Declared> & Further]
    : [request: RequestOf<Declared> & Further]
