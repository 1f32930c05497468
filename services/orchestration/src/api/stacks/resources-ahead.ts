import type { Context } from '@nimbo/kernel/context'
import type { Resource } from '../../db/resources.ts'
import type { Stack } from '../../db/stacks.ts'
import type { StackAction } from '../../db/tables.ts'
import type { HeatApp } from '../../app/app.ts'
import { findType } from '../../app/templates/find-type.ts'
import { planOf } from '../../app/templates/plan.ts'
import { scopeBefore } from '../../app/templates/scope-before.ts'
import { storedBlueprint } from '../../app/stacks/stored-template.ts'

/** What the API shows of a resource, whether the engine has begun it or not. */
export type ShownResource = Pick<
  Resource,
  | 'id'
  | 'name'
  | 'type'
  | 'physical_id'
  | 'action'
  | 'status'
  | 'status_reason'
  | 'requires'
  | 'replaced_by'
  | 'created_at'
  | 'updated_at'
>

const makingActions: readonly StackAction[] = ['CREATE', 'UPDATE']

/**
 * The resources of the template that the engine has not begun, because the action still runs or has failed before them. As in
 * Heat they are INIT_COMPLETE. They have no rows, so they are read from the template. A COMPLETE stack has none.
 */
export const resourcesAhead = async (
  app: HeatApp,
  ctx: Context,
  stack: Stack,
  begun: readonly Resource[],
): Promise<readonly ShownResource[]> => {
  const { action, status, deleted_at, action_at } = stack
  if (status === 'COMPLETE' || deleted_at !== null || !makingActions.includes(action)) return []
  const blueprint = await storedBlueprint(app, stack)
  const plan = await planOf({
    template: blueprint.template,
    scope: scopeBefore(app, ctx, blueprint, { mayLack: true }),
    typeOf: ({ name, type }) => findType(app.types, blueprint, type, name),
  })
  const known = new Set(begun.map(({ name }) => name))
  return [...plan.values()]
    .filter(({ definition }) => !known.has(definition.name))
    .map(({ definition: { name, type }, requires }) => ({
      ...{ id: '', name, type, physical_id: null },
      ...{ action: 'INIT', status: 'COMPLETE', status_reason: '' },
      requires: JSON.stringify(requires),
      ...{ replaced_by: null, created_at: action_at, updated_at: null },
    }))
}
