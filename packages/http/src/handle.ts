import { Fault } from '@nimbo/kernel/errors'
import { microversion } from '@nimbo/operation/microversion'
import type { Operation, ParameterNames, ValueOf } from '@nimbo/operation/operation'
import type { Static, TSchema } from 'typebox'
import type { Answer } from './answer.ts'
import type { Call, Facts, Located, LookUp, Route } from './route.ts'

/** A kind of resource: how to look it up, and which facts policy rules use. */
export interface Kind<App, Found> {
  /** The path parameter with its id, such as `server_id`; absent when `find` reads something else. */
  readonly by?: string
  /** Throws the service's 404. */
  find(call: LookUp<App>, id: string): Promise<Found>
  /**
   * The facts for policy rules. Without it the resource has no owner, and rules are checked against the caller's project before
   * the lookup.
   */
  facts?(found: NoInfer<Found>): Facts
  /**
   * The facts for a resource that does not exist: with it, only callers that the rule allows get the 404. Without it, all callers
   * get the 404.
   */
  missing?(id: string): Facts
  /** Callers refused by this rule get a 404. */
  readonly knownBy?: { readonly rule: string; notFound(id: string): Fault }
}

/** Declares a kind for {@link handlersOf}. */
export const kindOf =
  <App>() =>
  <Found>(kind: Kind<App, Found>): Kind<App, Found> =>
    kind

type Replies = Readonly<Record<number, TSchema>>

/** The result of a handler: the body of one of its replies, alone or with status and headers. */
type Given<Declared extends Replies> =
  | Static<Declared[keyof Declared & number]>
  | Answer<Static<Declared[keyof Declared & number]>>

type CallOf<App, Path extends string, Query, Body, Found> = Call<
  App,
  { readonly [Name in ParameterNames<Path>]: string },
  ValueOf<Query>,
  ValueOf<Body>,
  Found
>

/** Further functions of an operation. */
interface More<App, HandlerCall> {
  /** For operations with target `given`: the facts for its policy rule. */
  given?(call: HandlerCall): Facts | Promise<Facts>
  /**
   * Instead of `given`, for APIs that check the rule before they validate the body: the facts that the unvalidated body names.
   */
  unread?(body: unknown, call: LookUp<App>): Facts | Promise<Facts>
  /** For bodies with older shapes (`changed`): converts from below a version to the next newer shape; newest first. */
  readonly lift?: readonly (readonly [string, (body: never) => unknown])[]
}

/**
 * The `handle()` of one API, which connects an operation with its handler function. The API's kinds of resources are declared
 * once:
 *
 * ```ts
 * const kind = kindOf<ComputeApp>()
 * export const handle = handlersOf<ComputeApp>()({
 *   server: kind({ by: 'server_id', find: ({ app, ctx }, id) => app.servers.find(ctx, id), facts: ownerOf }),
 * })
 *
 * export const show = handle(showServer, async ({ found: { server } }) => ({ server: viewOf(server) }))
 * ```
 */
export const handlersOf =
  <App>() =>
  <AllFound extends Readonly<Record<string, unknown>>>(
    kinds: {
      readonly [Name in keyof AllFound]: Kind<App, AllFound[Name]>
    },
  ) =>
  <
    const Path extends string,
    Query extends TSchema | undefined,
    Body extends TSchema | undefined,
    What extends keyof AllFound & string,
    Declared extends Replies,
  >(
    operation: Operation<Path, Query, Body, What, Declared>,
    handler: (call: CallOf<App, Path, Query, Body, Pick<AllFound, What>>) => Promise<Given<Declared>>,
    more: More<App, CallOf<App, Path, Query, Body, Pick<AllFound, What>>> = {},
  ): Route<App> => {
    const { on } = operation
    if (on.kind === 'given' && !more.given && !more.unread)
      throw new TypeError(`${operation.id}: an operation on something given says what its rule is judged on`)
    const route: Route<App> = {
      operation,
      lifts: (more.lift ?? []).map(([before, lift]) => ({
        before: microversion(before),
        lift: lift as (body: unknown) => unknown,
      })),
      ...(on.kind === 'found' ? locatorOf(on.what, kinds[on.what], operation.rule) : {}),
      ...(more.given ? { given: more.given as NonNullable<Route<App>['given']> } : {}),
      ...(more.unread ? { unread: more.unread } : {}),
      handle: handler as Route<App>['handle'],
    }
    return route
  }

const locatorOf = <App, Found>(
  name: string,
  { by, find, facts, missing, knownBy }: Kind<App, Found>,
  rule: string | undefined,
): Pick<Route<App>, 'locate' | 'belongsToNobody'> => ({
  belongsToNobody: facts === undefined,
  locate: async (call: LookUp<App>): Promise<Located> => {
    const id = call.params[by ?? ''] ?? ''
    const found = await find(call, id).catch((error: unknown) => {
      const isMissing = error instanceof Fault && error.kind === 'notFound'
      if (isMissing && missing && rule !== undefined) call.enforce(rule, missing(id))
      throw error
    })
    const known = facts?.(found)
    if (knownBy && !call.allows(knownBy.rule, known)) throw knownBy.notFound(id)
    return { found: { [name]: found }, facts: known }
  },
})
