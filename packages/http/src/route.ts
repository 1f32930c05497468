import type { Context } from '@nimbo/kernel/context'
import type { Microversion } from '@nimbo/operation/microversion'
import type { Operation } from '@nimbo/operation/operation'
import type { HttpRequest } from './message.ts'

/** The target of a policy rule: `project_id`, `user_id`, `target.user.domain_id` as nested objects. */
export type Facts = Readonly<Record<string, unknown>>

/** The input of a handler: everything is validated, and nothing depends on HTTP unless the handler asks for it. */
export interface Call<
  App,
  Params = Readonly<Record<string, string>>,
  Query = Readonly<Record<string, string>>,
  Body = unknown,
  Found = unknown,
> {
  readonly ctx: Context
  readonly app: App
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The looked-up target of the operation, such as `{ server }`. */
  readonly found: Found
  /** For views only: use cases know the newest shape only. */
  readonly version: Microversion
  readonly request: HttpRequest
  /** The API's base URL for links, such as `http://127.0.0.1:5000/compute/v2.1`. */
  readonly base: string
  /** Throws the service's 403 unless policy allows `rule` on `facts` (default: the caller's project). */
  enforce(rule: string, facts?: Facts): void
  /** Whether policy allows `rule` on `facts` (default: the caller's project). */
  allows(rule: string, facts?: Facts): boolean
}

/** What is known of a request before query and body are read. */
export type LookUp<App> = Pick<
  Call<App>,
  'ctx' | 'app' | 'params' | 'version' | 'request' | 'base' | 'enforce' | 'allows'
>

/** The target of an operation: `found` for the handler, and facts for its rule. */
export interface Located {
  readonly found: Readonly<Record<string, unknown>>
  readonly facts: Facts | undefined
}

/** Converts a body of a version below `before` to the next newer shape. */
export interface Lift {
  readonly before: Microversion
  lift(body: unknown): unknown
}

/** An operation with its handler, with erased types. */
export interface Route<App> {
  readonly operation: Operation
  /** Newest first. */
  readonly lifts: readonly Lift[]
  /** Looks up the target of the operation. Throws the 404. */
  locate?(call: LookUp<App>): Promise<Located>
  /** Whether the rule is checked before the lookup, because the target has no owner. */
  readonly belongsToNobody?: boolean
  /** For operations with target `given`: the facts that body or query name. */
  given?(call: Call<App>): Facts | Promise<Facts>
  /** Instead of `given`, for rules that are checked before the body is validated: the facts that the unvalidated body names. */
  unread?(body: unknown, call: LookUp<App>): Facts | Promise<Facts>
  /** Resolves to the reply's body, or an `Answer` with status and headers. */
  handle(call: Call<App>): Promise<unknown>
}
