import { timestamp } from '@nimbo/kernel/clock'
import { type FlowId, newId } from '@nimbo/kernel/ids'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { beginTraversal } from '../app/stacks/begin-traversal.ts'
import { blueprintOf } from '../app/templates/blueprint.ts'
import { environmentWithin } from '../app/templates/environment-within.ts'
import { addStackEvent } from '../db/events.ts'
import { countResources, type Resource } from '../db/resources.ts'
import { errors } from '../errors.ts'
import { findNestedStack, insertStack, type Stack } from '../db/stacks.ts'
import { insertTemplate, readTemplate, type StoredTemplate } from '../db/templates.ts'
import { carrying } from '../domain/carrying.ts'
import { physicalName } from '../domain/physical-name.ts'
import type { StackAction } from '../db/tables.ts'
import type { Wish } from '../domain/wish.ts'
import type { ChildStep } from '../resource-type/child-stack.ts'
import type { Walk } from './walk.ts'

const storedFor = (walk: Walk, row: Resource, step: ChildStep): StoredTemplate => ({
  template: step.template,
  environment: environmentWithin(walk.blueprint.environment, row.name, step.parameters),
  files: walk.blueprint.files,
})

/**
 * The template of a step. Throws if its parameters are invalid: only now their values are known, and a nested stack that could not
 * be read could be neither created nor deleted.
 */
const checkedFor = async (
  walk: Walk,
  row: Resource,
  step: ChildStep,
  child: Pick<Stack, 'id' | 'name'>,
): Promise<StoredTemplate> => {
  const stored = storedFor(walk, row, step)
  await blueprintOf(stored, { ...child, project_id: walk.stack.project_id }, { strict: false })
  return stored
}

const resourcesIn = ({ template }: ChildStep): number =>
  Object.keys(template.resources ?? template.Resources ?? {}).length

/** Throws when a nested stack would exceed `max_nested_stack_depth`, or the whole tree `max_resources_per_stack`. */
const refuseTooMuch = async ({ deps, stack }: Walk, step: ChildStep): Promise<void> => {
  const { max_nested_stack_depth: deepest, max_resources_per_stack: most } = deps.config.DEFAULT
  if (stack.depth + 1 > deepest)
    throw errors.RequestLimitExceeded({
      message: `Request limit exceeded: Recursion depth exceeds ${deepest}.`,
    })
  if (most >= 0 && (await countResources(deps.db, stack.root_id)) + resourcesIn(step) > most)
    throw errors.RequestLimitExceeded({
      message: 'Request limit exceeded: Maximum resources per stack exceeded.',
    })
}

/** Creates the nested stack of a resource with an id chosen beforehand. Idempotent; throws if the id is of another's stack. */
export const createChild = async (
  walk: Walk,
  row: Resource,
  id: string,
  step: ChildStep,
  wish: Wish,
): Promise<void> => {
  const { deps, ctx, stack } = walk
  await refuseTooMuch(walk, step)
  const at = timestamp(deps.clock)
  const templateId = newId()
  const traversal = newId()
  const action: StackAction = wish.adopt ? 'ADOPT' : 'CREATE'
  const child: Stack = {
    ...stack,
    ...{
      id,
      name: physicalName(stack.name, row.name, row.id),
      living_name: null,
      user_project_id: null,
      events_told: 0,
    },
    ...{ parent_id: stack.id, parent_resource: row.name, depth: stack.depth + 1, holder: null },
    ...{ action, status: 'IN_PROGRESS', status_reason: `Stack ${action} started` },
    ...{ traversal, template_id: templateId, previous_template_id: null, disable_rollback: 1 },
    ...{
      wish: JSON.stringify(wish),
      tags: '[]',
      created_at: at,
      updated_at: null,
      action_at: at,
      deleted_at: null,
    },
  }
  const stored = await checkedFor(walk, row, step, child)
  const flowId = await deps.db.transaction().execute(async (trx): Promise<FlowId | undefined> => {
    if (!(await insertStack(trx, child))) return undefined
    await insertTemplate(trx, deps.sealing, { id: templateId, stackId: id, at, ...stored })
    await addStackEvent(trx, child, { action, status: 'IN_PROGRESS', reason: child.status_reason }, at)
    return insertFlow(trx, carrying, {
      subject: traversal,
      input: { stackId: id, traversal },
      ctx,
      clock: deps.clock,
    })
  })
  if (flowId) deps.wake(flowId)
  else if (!(await findNestedStack(deps.db, stack.id, id)))
    throw errors.ResourceFailure({ message: `${id} is not the nested stack of ${row.name}` })
}

interface ChildRequest {
  readonly step?: ChildStep
  readonly row?: Resource
  readonly wish?: Wish
  /** The nested stack as it was when the step was chosen. If another action has been requested since, nothing is started. */
  readonly chosenAt?: Stack | undefined
}

/**
 * Starts an action on the nested stack of a resource. False when a concurrent request came first, and nothing is started: the
 * caller must read the nested stack again and retry.
 */
export const askChild = async (
  walk: Walk,
  id: string,
  action: StackAction,
  { step, row, wish = {}, chosenAt }: ChildRequest = {},
): Promise<boolean> => {
  const { deps, ctx } = walk
  const child = chosenAt ?? (await findNestedStack(deps.db, walk.stack.id, id))
  if (!child || child.deleted_at !== null) return true
  const templateId = newId()
  const stored = step && row && (await checkedFor(walk, row, step, child))
  const flowId = await deps.db.transaction().execute(async (trx) => {
    const change = { updated_at: timestamp(deps.clock), ...(stored ? { template_id: templateId } : {}) }
    const begun = await beginTraversal(trx, ctx, deps, child, { action, wish, change })
    if (begun && stored)
      await insertTemplate(trx, deps.sealing, {
        id: templateId,
        stackId: id,
        at: change.updated_at,
        ...stored,
      })
    return begun
  })
  if (flowId) deps.wake(flowId)
  return flowId !== undefined
}

/** Whether the nested stack has this step's template, environment and files already, so that a repeated step starts no second update. */
export const isChildAt = async (
  walk: Walk,
  child: Stack,
  row: Resource,
  step: ChildStep,
): Promise<boolean> => {
  const stored = await readTemplate(walk.deps.db, walk.deps.sealing, child.template_id)
  const wanted = storedFor(walk, row, step)
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return (['template', 'environment', 'files'] as const).every((part) => same(stored[part], wanted[part]))
}
