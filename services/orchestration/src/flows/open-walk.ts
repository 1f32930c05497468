import type { Context } from '@nimbo/kernel/context'
import type { Json, JsonObject } from '@nimbo/kernel/json'
import { blueprintOf } from '../app/templates/blueprint.ts'
import { type Resource, resourcesOf } from '../db/resources.ts'
import { findNestedStack, type Stack } from '../db/stacks.ts'
import { readTemplate } from '../db/templates.ts'
import { readWish } from '../domain/wish.ts'
import { conditionHolds, resolve } from '../language/resolve.ts'
import type { ChildStack } from '../resource-type/child-stack.ts'
import { entities } from '../resource-type/entities.ts'
import type { Resolve } from '../resource-type/read-properties.ts'
import { resolveEntities } from '../resource-type/resolve-entity.ts'
import { attributeOf } from './attributes.ts'
import type { EngineDeps } from './deps.ts'
import { referenceOf } from './handling.ts'
import { currentRow, type Walk } from './walk.ts'
import { walkScope } from './walk-scope.ts'

/** The values of `resource_facade` in a nested stack: metadata and policies of the parent's resource. */
const facadeOf = async (deps: EngineDeps, stack: Stack): Promise<Walk['facade']> => {
  if (stack.parent_id === null) return {}
  const rows = await resourcesOf(deps.db, stack.parent_id)
  const row = rows.find(({ physical_id, name }) => physical_id === stack.id || name === stack.parent_resource)
  if (!row) return {}
  const definition: Readonly<Record<string, unknown>> = JSON.parse(row.definition)
  return {
    metadata: JSON.parse(row.metadata),
    deletion_policy: definition.deletionPolicy,
    update_policy: definition.updatePolicy,
  }
}

/** Skips the look-up of values that are physical ids of this stack's own resources. */
const unlessMadeHere =
  (rows: ReadonlyMap<string, Resource>, resolveEntity: Resolve): Resolve =>
  async (constraint, value) => {
    if (typeof value === 'string' && entities.has(constraint))
      for (const row of rows.values()) if (row.physical_id === value) return value
    return resolveEntity(constraint, value)
  }

/** Loads all that is known of a stack, for the engine and for reads. */
export const openWalk = async (
  deps: EngineDeps,
  ctx: Context,
  stack: Stack,
  ending: AbortSignal = new AbortController().signal,
): Promise<Walk> => {
  const stored = await readTemplate(deps.db, deps.sealing, stack.template_id)
  const rows = await resourcesOf(deps.db, stack.id)
  const seconds =
    stack.timeout_mins === null ? deps.config.DEFAULT.stack_action_timeout : stack.timeout_mins * 60
  const clients = deps.clientsOf(ctx, stack)
  const known = new Map(rows.map((row) => [row.id, row]))
  return {
    ...{ deps, ctx, stack, ending, clients },
    wish: readWish(stack.wish),
    blueprint: await blueprintOf(stored, stack, { strict: false }),
    resolve: unlessMadeHere(known, resolveEntities(clients)),
    rows: known,
    former: new Map(),
    shown: new Map(),
    taken: new Map(),
    usualMs: new Map(),
    deadlineAt: Date.parse(stack.action_at) + seconds * 1000,
    facade: await facadeOf(deps, stack),
    childOf: (id) => childStackOf(deps, ctx, stack, id),
  }
}

const memberOf = (walk: Walk, row: Resource) => {
  const raw = walk.blueprint.template.raw
  const section = (raw.resources ?? raw.Resources ?? {}) as Readonly<Record<string, JsonObject>>
  return {
    name: row.name,
    type: row.type,
    action: row.action,
    status: row.status,
    physicalId: row.physical_id ?? undefined,
    createdAt: row.created_at,
    definition: section[row.name] ?? {},
  }
}

/** A nested stack as handlers of its parent resource get it; undefined when it is deleted. */
const childStackOf = async (
  deps: EngineDeps,
  ctx: Context,
  parent: Stack,
  id: string,
): Promise<ChildStack | undefined> => {
  const stack = await findNestedStack(deps.db, parent.id, id)
  if (!stack || stack.deleted_at !== null) return undefined
  const walk = await openWalk(deps, ctx, stack)
  const named = (name: string) => currentRow(walk, name)
  return {
    id,
    isBusy: stack.status === 'IN_PROGRESS',
    template: walk.blueprint.template.raw as JsonObject,
    members: [...walk.rows.values()]
      .filter(({ replaced_by }) => replaced_by === null)
      .map((row) => memberOf(walk, row)),
    refId: async (name) => {
      const row = named(name)
      const reference = row && (await referenceOf(walk, row))
      return reference === undefined || reference === null ? undefined : String(reference)
    },
    attribute: async (name, attribute, path: readonly Json[]) => {
      const row = named(name)
      return row && attributeOf(walk, row, attribute, path)
    },
    output: async (name) => outputOf(walk, name),
  }
}

/** Resolves the value of an output; undefined when the template has no such output or its condition is false. */
export const outputOf = async (walk: Walk, name: string): Promise<unknown> => {
  const output = walk.blueprint.template.outputs.get(name)
  if (!output) return undefined
  const scope = walkScope(walk)
  if (!(await conditionHolds(output.condition, scope, ['outputs', name, 'condition']))) return undefined
  return resolve(output.value, scope, ['outputs', name, 'value'])
}
