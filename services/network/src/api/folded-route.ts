import type { Kind as LookUpKind } from '@nimbo/http/handle'
import type { Call, Route } from '@nimbo/http/route'
import type { Operation, ValueOf } from '@nimbo/operation/operation'
import type { TSchema } from 'typebox'
import type { Deps } from '../app/deps.ts'

/*
 * Handlers that serve every kind of resource are written once, for operations whose paths and replies are told by names that
 * only the kind knows; so they are joined here without all the types that `handle` would follow.
 */

type Body = TSchema | undefined
type AnyOperation<B extends Body> = Operation<string, TSchema | undefined, B>
type Texts = Readonly<Record<string, string>>
type CallOf<B extends Body, Found = unknown> = Call<Deps, Texts, Texts, ValueOf<B>, Found>

/** Joins an operation on many resources, or on none yet, with its handler. */
export const onMany = <B extends Body>(
  operation: AnyOperation<B>,
  handle: (call: CallOf<B>) => Promise<unknown>,
): Route<Deps> => ({
  operation,
  lifts: [],
  handle: (call: CallOf<B>) => handle(call),
})

/** Joins an operation on one resource with its handler: it is looked up, and the rule of the operation is judged on it. */
export const onOne = <Found, B extends Body>(
  operation: AnyOperation<B>,
  { by, find, facts, knownBy }: LookUpKind<Deps, Found>,
  handle: (call: CallOf<B>, found: Found) => Promise<unknown>,
): Route<Deps> => ({
  operation,
  lifts: [],
  locate: async (call) => {
    const id = call.params[by ?? ''] ?? ''
    const one = await find(call, id)
    const known = facts?.(one)
    if (knownBy && !call.allows(knownBy.rule, known)) throw knownBy.notFound(id)
    return { found: { one }, facts: known }
  },
  handle: (call: CallOf<B, { readonly one: Found }>) => handle(call, call.found.one),
})
