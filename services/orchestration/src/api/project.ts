import type { Call } from '@nimbo/http/route'
import type { HeatApp } from '../app/app.ts'
import { findStack, lookUpStack as lookUp } from '../app/stacks/find-stack.ts'
import type { Stack } from '../db/stacks.ts'
import { errors } from '../errors.ts'

/** The parts of a call that determine the project. */
type Asked<Names extends string> = Pick<
  Call<HeatApp, { readonly [Name in Names]: string }>,
  'app' | 'ctx' | 'params'
>

/** The project in the path. Throws a 403 if it is not the caller's. */
export const projectOf = ({ ctx, params }: Pick<Asked<'tenant_id'>, 'ctx' | 'params'>): string => {
  if (params.tenant_id !== ctx.projectId) throw errors.Forbidden({ rule: 'the project of another' })
  return params.tenant_id
}

/** The stack of a path, deleted ones included. Throws the 404. */
export const stackOf = (call: Asked<'tenant_id' | 'stack_name' | 'stack_id'>): Promise<Stack> =>
  findStack(call.app, projectOf(call), decodeURIComponent(call.params.stack_name), call.params.stack_id)

/** The stack of a path. Throws the 404, also for a deleted one. */
export const livingStackOf = async (call: Asked<'tenant_id' | 'stack_name' | 'stack_id'>): Promise<Stack> => {
  const stack = await stackOf(call)
  if (stack.deleted_at !== null) throw errors.EntityNotFound({ entity: 'Stack', name: stack.name })
  return stack
}

/** Looks a stack up by its name, its id, or both. */
export const lookUpStack = (call: Asked<'tenant_id' | 'stack_name'>): Promise<Stack> =>
  lookUp(call.app, projectOf(call), decodeURIComponent(call.params.stack_name))
