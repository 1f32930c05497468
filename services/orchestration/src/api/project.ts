import type { Call } from '@nimbo/http/route'
import type { HeatApp } from '../app/app.ts'
import { findStack, lookUpStack as lookUp } from '../app/stacks/find-stack.ts'
import type { Stack } from '../db/stacks.ts'
import { errors } from '../errors.ts'

/** What handlers need of a call to know whose stacks it is about. */
type Asked<Names extends string> = Pick<
  Call<HeatApp, { readonly [Name in Names]: string }>,
  'app' | 'ctx' | 'params'
>

/** The project in the path, which must be the caller's own. */
export const projectOf = ({ ctx, params }: Pick<Asked<'tenant_id'>, 'ctx' | 'params'>): string => {
  if (params.tenant_id !== ctx.projectId) throw errors.Forbidden({ rule: 'the project of another' })
  return params.tenant_id
}

/** The stack of a path; one that is deleted can still be seen by its id. */
export const stackOf = (call: Asked<'tenant_id' | 'stack_name' | 'stack_id'>): Promise<Stack> =>
  findStack(call.app, projectOf(call), decodeURIComponent(call.params.stack_name), call.params.stack_id)

/** The same for what needs it to live. */
export const livingStackOf = async (call: Asked<'tenant_id' | 'stack_name' | 'stack_id'>): Promise<Stack> => {
  const stack = await stackOf(call)
  if (stack.deleted_at !== null) throw errors.EntityNotFound({ entity: 'Stack', name: stack.name })
  return stack
}

/** A stack by its name, its id, or both. */
export const lookUpStack = (call: Asked<'tenant_id' | 'stack_name'>): Promise<Stack> =>
  lookUp(call.app, projectOf(call), decodeURIComponent(call.params.stack_name))
