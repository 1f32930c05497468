import type { Fault } from '@nimbo/kernel/errors'
import { microversion } from '@nimbo/operation/microversion'
import type { Operation, ParameterNames, ValueOf } from '@nimbo/operation/operation'
import type { Static, TSchema } from 'typebox'
import type { Answer } from './answer.ts'
import type { Call, Facts, Located, LookUp, Route } from './route.ts'

/** A kind of resource that operations are on: how it is looked up, and what rules look at. */
export interface Kind<App, Found> {
  /** The path parameter that names it: `server_id`; absent where something else does, which `find` then reads. */
  readonly by?: string
  /** Throws the service's "not found". */
  find(call: LookUp<App>, id: string): Promise<Found>
  /**
   * What rules are judged on. A kind without it belongs to nobody: rules are judged on the caller's own project, before it
   * is looked up.
   */
  facts?(found: NoInfer<Found>): Facts
  /** Whom this rule refuses is told that there is none. */
  readonly knownBy?: { readonly rule: string; notFound(id: string): Fault }
}

/** Declares a kind of one API, as {@link handlersOf} takes it. */
export const kindOf =
  <App>() =>
  <Found>(kind: Kind<App, Found>): Kind<App, Found> =>
    kind

type Replies = Readonly<Record<number, TSchema>>

/** What a handler gives back: the body that one of the replies has, alone or with status and headers. */
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

/** What a handler may need besides itself. */
interface More<HandlerCall> {
  /** Of an operation on something `given`: what its rule is judged on. */
  given?(call: HandlerCall): Facts | Promise<Facts>
  /**
   * Of a body declared by `changed`: turns it as versions below the one named had it into the next newer shape; newest
   * change first.
   */
  readonly lift?: readonly (readonly [string, (body: never) => unknown])[]
}

/**
 * The `handle()` of one API: joins an operation with the function that carries it out. The kinds of resources that its
 * operations are on are told once:
 *
 * ```ts
 * const kind = kindOf<ComputeApp>()
 * export const handle = handlersOf<ComputeApp>()({
 *   server: kind({ by: 'server_id', find: ({ app, ctx }, id) => app.servers.find(ctx, id), facts: ownerOf }),
 * })
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
    more: More<CallOf<App, Path, Query, Body, Pick<AllFound, What>>> = {},
  ): Route<App> => {
    const { on } = operation
    if (on.kind === 'given' && !more.given)
      throw new TypeError(`${operation.id}: an operation on something given says what its rule is judged on`)
    const route: Route<App> = {
      operation,
      lifts: (more.lift ?? []).map(([before, lift]) => ({
        before: microversion(before),
        lift: lift as (body: unknown) => unknown,
      })),
      ...(on.kind === 'found' ? locatorOf(on.what, kinds[on.what]) : {}),
      ...(more.given ? { given: more.given as NonNullable<Route<App>['given']> } : {}),
      handle: handler as Route<App>['handle'],
    }
    return route
  }

const locatorOf = <App, Found>(
  name: string,
  { by, find, facts, knownBy }: Kind<App, Found>,
): Pick<Route<App>, 'locate' | 'belongsToNobody'> => ({
  belongsToNobody: facts === undefined,
  locate: async (call: LookUp<App>): Promise<Located> => {
    const id = call.params[by ?? ''] ?? ''
    const found = await find(call, id)
    const known = facts?.(found)
    if (knownBy && !call.allows(knownBy.rule, known)) throw knownBy.notFound(id)
    return { found: { [name]: found }, facts: known }
  },
})
