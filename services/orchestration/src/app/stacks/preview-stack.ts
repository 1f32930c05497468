import { isDeepStrictEqual } from 'node:util'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type Resource, resourcesOf } from '../../db/resources.ts'
import type { Stack } from '../../db/stacks.ts'
import { isList, isMap } from '../../language/shapes.ts'
import { propertyChanges } from '../../resource-type/property-changes.ts'
import type { HeatApp } from '../app.ts'
import { type NewStack, refuseStackName } from './create-stack.ts'
import { shownParameters } from '../templates/shown-parameters.ts'
import { findType } from '../templates/find-type.ts'
import { withFaults } from '../problem-fault.ts'
import { nextTemplate, type StackChange } from './update-stack.ts'
import { type Validated, validateStack } from './validate-stack.ts'

type Values = Readonly<Record<string, unknown>>

/** Removes values that are unknown before anything is created. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'symbol') return undefined
  if (isList(value)) return value.map(plain)
  return isMap(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
    : value
}

type Entry = Values | readonly Entry[]

interface Named {
  readonly id: string
  readonly name: string
  readonly project_id: string
}

/** The resources of a new stack; a nested stack is shown as the list of its own resources. */
const entriesOf = (
  app: HeatApp,
  { blueprint, plan, properties, within }: Validated,
  stack: Named,
  parent?: string,
): readonly Entry[] =>
  [...plan.values()].map(({ definition }): Entry => {
    const { name, type, description } = definition
    const inner = within.get(name)
    if (inner) return entriesOf(app, inner, { ...stack, name: `${stack.name}-${name}` }, name)
    const stack_identity = {
      ...{ stack_name: stack.name, stack_id: 'None', tenant: stack.project_id, path: '' },
    }
    const { attributes = {} } = findType(app.types, blueprint, type, name)
    return {
      ...{ resource_name: name, logical_resource_id: name, physical_resource_id: '', resource_type: type },
      ...{ resource_action: 'INIT', resource_status: 'COMPLETE', resource_status_reason: '' },
      ...{ description, metadata: {}, creation_time: null, updated_time: null, stack_name: stack.name },
      ...{ stack_identity, resource_identity: { ...stack_identity, path: `/resources/${name}` } },
      ...(parent === undefined ? {} : { parent_resource: parent }),
      attributes: Object.fromEntries(Object.keys(attributes).map((one) => [one, null])),
      required_by: [...plan.values()]
        .filter(({ requires }) => requires.includes(name))
        .map((other) => other.definition.name),
      properties: plain(properties.get(name) ?? {}),
    }
  })

/** Shows the resources a new stack would have; nothing is stored. */
export const previewStack =
  (app: HeatApp) =>
  async (ctx: Context, { source, stored, ...wanted }: NewStack, base: string): Promise<Values> => {
    refuseStackName(wanted.name)
    const named = { id: 'None', name: wanted.name, project_id: ctx.projectId ?? '' }
    const validated = await withFaults(source, () => validateStack(app, ctx, stored, named))
    const { description } = validated.blueprint.template
    return {
      ...{ id: 'None', stack_name: wanted.name, stack_owner: ctx.userName ?? null, parent: null },
      ...{ creation_time: `${timestamp(app.clock).slice(0, 19)}Z`, updated_time: null, deletion_time: null },
      ...{ description, template_description: description, parameters: shownParameters(validated.blueprint) },
      ...{ disable_rollback: wanted.disableRollback, timeout_mins: wanted.timeoutMins ?? null },
      tags: wanted.tags.length === 0 ? null : wanted.tags,
      ...{ capabilities: [], notification_topics: [], links: [{ rel: 'self', href: base }] },
      resources: entriesOf(app, validated, named),
    }
  }

type Changes = Record<'unchanged' | 'updated' | 'replaced' | 'added' | 'deleted', unknown[]>

const entryOf = (row: Resource | undefined, name: string, type: string, stack: Stack) => ({
  ...{
    resource_name: name,
    resource_type: row?.type ?? type,
    resource_id: row?.id ?? '',
    physical_resource_id: row?.physical_id ?? '',
  },
  ...{
    resource_action: row?.action ?? 'INIT',
    resource_status: row?.status ?? 'COMPLETE',
    stack_name: stack.name,
  },
  ...{ stack_identity: { stack_name: stack.name, stack_id: stack.id, tenant: stack.project_id, path: '' } },
})

/** The expected change of a resource, as far as it can be predicted. */
const kindOf = (
  app: HeatApp,
  { blueprint, properties }: Validated,
  row: Resource,
  type: string,
): 'unchanged' | 'updated' | 'replaced' => {
  if (row.type !== type || row.status === 'FAILED') return 'replaced'
  const after = { ...properties.get(row.name) }
  const before: Values = JSON.parse(app.sealing.open(row.properties))
  // Values not known yet are assumed to be unchanged.
  for (const key of Object.keys(before)) if (!(key in after)) after[key] = before[key]
  if (isDeepStrictEqual(before, after)) return 'unchanged'
  const known = findType(app.types, blueprint, type, row.name)
  const { kind } = propertyChanges(known, { before, after, where: `resources.${row.name}.properties` })
  return kind === 'nothing' ? 'unchanged' : kind === 'update' ? 'updated' : 'replaced'
}

/** Shows what an update would change, add and delete. */
export const previewUpdate =
  (app: HeatApp) =>
  async (ctx: Context, stack: Stack, change: Pick<StackChange, 'body' | 'isPatch'>): Promise<Changes> => {
    const { source, stored } = await withFaults(undefined, () => nextTemplate(app, stack, change))
    const validated = await withFaults(source, () => validateStack(app, ctx, stored, stack))
    const rows = (await resourcesOf(app.db, stack.id)).filter(({ replaced_by }) => replaced_by === null)
    const changes: Changes = { unchanged: [], updated: [], replaced: [], added: [], deleted: [] }
    const byName = new Map(rows.map((row) => [row.name, row]))
    await withFaults(source, async () => {
      for (const { definition } of validated.plan.values()) {
        const row = byName.get(definition.name)
        const kind = row ? kindOf(app, validated, row, definition.type) : 'added'
        changes[kind].push(entryOf(row, definition.name, definition.type, stack))
      }
    })
    for (const row of rows)
      if (!validated.plan.has(row.name)) changes.deleted.push(entryOf(row, row.name, row.type, stack))
    return changes
  }
