import type { Kind as LookUpKind } from '@nimbo/http/handle'
import type { Call, Route } from '@nimbo/http/route'
import type { Operation, ValueOf } from '@nimbo/operation/operation'
import type { TSchema } from 'typebox'
import type { Deps } from '../app/deps.ts'

/*
 * Handlers that serve every kind of resource are written once. The paths and replies of their operations depend on names that
 * only the kind knows, so these functions connect operations and handlers without the types that `handle` would derive.
 */

type Body = TSchema | undefined
type AnyOperation<B extends Body> = Operation<string, TSchema | undefined, B>
type Texts = Readonly<Record<string, string>>
type CallOf<B extends Body, Found = unknown> = Call<Deps, Texts, Texts, ValueOf<B>, Found>

/** Connects an operation on several resources, or one that creates them, with its handler. */
export const onMany = <B extends Body>(
  operation: AnyOperation<B>,
  handle: (call: CallOf<B>) => Promise<unknown>,
): Route<Deps> => ({
  operation,
  lifts: [],
  handle: (call: CallOf<B>) => handle(call),
})

/**
 * Connects an operation on one resource with its handler: finds the resource, and checks the operation's policy rule against it.
 */
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
