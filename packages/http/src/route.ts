import type { Context } from '@nimbo/kernel/context'
import type { Microversion } from '@nimbo/operation/microversion'
import type { Operation } from '@nimbo/operation/operation'
import type { HttpRequest } from './message.ts'

/** What a rule is judged on: `project_id`, `user_id`, `target.user.domain_id` as nested objects. */
export type Facts = Readonly<Record<string, unknown>>

/** What a handler gets: everything already checked, nothing of HTTP unless it asks for it. */
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
  /** What the target of the operation was looked up as: `{ server }` of an operation on a server. */
  readonly found: Found
  /** For views alone: use cases know today's shape only. */
  readonly version: Microversion
  readonly request: HttpRequest
  /** The API's own base, for links: `http://127.0.0.1:5000/compute/v2.1`. */
  readonly base: string
  /** Throws the service's "forbidden" unless policy allows `rule` on `facts`; on the caller's own project without. */
  enforce(rule: string, facts?: Facts): void
  /** Whether policy allows `rule` on `facts`; on the caller's own project without. */
  allows(rule: string, facts?: Facts): boolean
}

/** What is known of a request before its query and body are read. */
export type LookUp<App> = Pick<
  Call<App>,
  'ctx' | 'app' | 'params' | 'version' | 'request' | 'base' | 'enforce' | 'allows'
>

/** The target of an operation: what the handler gets as `found`, and what its rule is judged on. */
export interface Located {
  readonly found: Readonly<Record<string, unknown>>
  readonly facts: Facts | undefined
}

/** Turns a body as versions below `before` had it into the next newer shape. */
export interface Lift {
  readonly before: Microversion
  lift(body: unknown): unknown
}

/** An operation and its handler, with their types folded away, as an API keeps it. */
export interface Route<App> {
  readonly operation: Operation
  /** Newest first. */
  readonly lifts: readonly Lift[]
  /** Looks up the target of an operation on something found. Throws "not found". */
  locate?(call: LookUp<App>): Promise<Located>
  /** Whether its rule is judged before its target is looked up, since the target has no owner. */
  readonly belongsToNobody?: boolean
  /** What the body or the query says the resource shall belong to, of an operation on something given. */
  given?(call: Call<App>): Facts | Promise<Facts>
  /** The body of the answer, or an `Answer` with status and headers. */
  handle(call: Call<App>): Promise<unknown>
}
