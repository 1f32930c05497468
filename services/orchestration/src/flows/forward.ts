import { timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { isDeepStrictEqual } from 'node:util'
import { findType } from '../app/templates/find-type.ts'
import type { Resource } from '../db/resources.ts'
import { isMap } from '../language/shapes.ts'
import { restrictedActionsOf } from '../language/registry.ts'
import { resolve } from '../language/resolve.ts'
import type { ResourceDefinition } from '../language/template.ts'
import { propertyChanges } from '../resource-type/property-changes.ts'
import { readProperties } from '../resource-type/read-properties.ts'
import type { ResourceType } from '../resource-type/resource-type.ts'
import { errors } from '../errors.ts'
import { observed } from './attributes.ts'
import { hasHook, passHook, passLastHook, skipLastHook } from './hooks.ts'
import { carryChild, carryCreate, unsureData } from './make-resource.ts'
import { propertiesOf, sealedProperties, standingOf, writeRow } from './handling.ts'
import { withRetries, waitFor } from './retry.ts'
import type { NodeOutcome } from './run-graph.ts'
import { beginResource, failureOf, settle } from './settle-resource.ts'
import type { Walk } from './walk.ts'
import { walkScope } from './walk-scope.ts'

type Values = Readonly<Record<string, unknown>>

/** The target state of a resource: its section of the template with all functions resolved. */
interface Wanted {
  readonly definition: ResourceDefinition
  readonly type: ResourceType
  readonly properties: Values
  readonly row: Partial<Resource>
}

/** Resolves the resource's section of the current template. Names in properties are converted to ids. */
const wantedOf = async (
  walk: Walk,
  definition: ResourceDefinition,
  requires: readonly string[],
): Promise<Wanted> => {
  const { name } = definition
  const { template } = walk.blueprint
  const section =
    template.dialect.kind === 'hot' ? ['resources', name, 'properties'] : ['Resources', name, 'Properties']
  const scope = walkScope(walk)
  const type = findType(walk.deps.types, walk.blueprint, definition.type, name)
  const given = await resolve(definition.properties, scope, section)
  const properties = await readProperties(type.properties, isMap(given) && !type.anyProperty ? given : {}, {
    where: section.join('.'),
    resolve: walk.resolve,
  })
  const metadata = await resolve(definition.metadata, scope, [...section.slice(0, 2), 'metadata'])
  const kept = {
    deletionPolicy: String(
      (await resolve(definition.deletionPolicy ?? 'Delete', scope, section)) ?? 'Delete',
    ),
    updatePolicy: await resolve(definition.updatePolicy, scope, section),
    externalId: (await resolve(definition.externalId ?? null, scope, section)) ?? null,
    metadata,
  }
  const row = {
    ...{ name, type: definition.type, definition: JSON.stringify(kept), requires: JSON.stringify(requires) },
    ...{ template_id: walk.stack.template_id, traversal: walk.stack.traversal },
  }
  return { definition, type, properties, row }
}

const newRow = (
  walk: Walk,
  { definition, properties, row }: Wanted,
  replaces: Resource | undefined,
): Resource => {
  const at = timestamp(walk.deps.clock)
  const kept = JSON.parse(row.definition ?? '{}')
  return {
    ...{
      id: newId(),
      stack_id: walk.stack.id,
      name: definition.name,
      type: definition.type,
      physical_id: null,
    },
    ...{ action: 'CREATE', status: 'IN_PROGRESS', status_reason: 'state changed' },
    ...{
      properties: sealedProperties(walk, properties),
      metadata: JSON.stringify(kept.metadata ?? {}),
      data: '{}',
    },
    ...{ definition: '{}', requires: '[]', template_id: '', traversal: walk.stack.traversal, ...row },
    ...{ replaces: replaces?.id ?? null, replaced_by: null, asked: 0, attempts: 0 },
    ...{ started_at: at, created_at: at, updated_at: at },
  }
}

/** Creates a resource, as the replacement of `replaces` if given. */
const make = async (walk: Walk, wanted: Wanted, replaces?: Resource): Promise<NodeOutcome> => {
  const { name } = wanted.definition
  const row = newRow(walk, wanted, replaces)
  const external: unknown = JSON.parse(row.definition).externalId
  const adopted = walk.stack.action === 'ADOPT' ? walk.wish.adopt?.[name] : undefined
  if (typeof external === 'string') {
    await beginResource(walk, {
      ...row,
      physical_id: external,
      action: 'CHECK',
      status: 'COMPLETE',
      asked: 1,
    })
    return 'done'
  }
  if (walk.stack.action === 'ADOPT' && !wanted.type.childStack) {
    if (!adopted?.resource_id) throw errors.ResourceFailure({ message: 'Resource ID was not provided.' })
    const data = JSON.stringify(adopted.resource_data ?? {})
    const metadata = JSON.stringify(adopted.metadata ?? {})
    await beginResource(walk, {
      ...row,
      physical_id: adopted.resource_id,
      data,
      metadata,
      action: 'ADOPT',
      status: 'COMPLETE',
      asked: 1,
    })
    return 'done'
  }
  if (!hasHook(walk, name, 'pre-create')) {
    const begun = wanted.type.childStack ? row : { ...row, data: unsureData }
    return carryCreate(walk, wanted.type, await beginResource(walk, begun), true)
  }
  return makeKnown(walk, wanted.type, await beginResource(walk, { ...row, ...knownOnly }))
}

/** The state of a resource whose creation has not begun, because it waits at its `pre-create` hook. */
const knownOnly = { action: 'INIT', status: 'COMPLETE', status_reason: '' } as const

/** Creates a resource in state INIT once its `pre-create` hook is cleared. */
const makeKnown = async (walk: Walk, type: ResourceType, row: Resource): Promise<NodeOutcome> => {
  if (!(await passHook(walk, row, 'pre-create'))) return 'waiting'
  const known = walk.rows.get(row.id) ?? row
  return carryCreate(walk, type, await settle(walk, known, { action: 'CREATE', status: 'IN_PROGRESS' }))
}

/** The metadata of the template, if it differs there from before: signals may have stored more in the row's metadata. */
const changedMetadata = (row: Resource, { definition = '{}' }: Wanted['row']): Partial<Resource> => {
  const { metadata } = JSON.parse(definition)
  const isSame = isDeepStrictEqual(JSON.parse(row.definition).metadata, metadata)
  return isSame ? {} : { metadata: JSON.stringify(metadata) }
}

/** Updates a resource in place. Until that is complete the row keeps the old properties, so that the update can be repeated. */
const change = async (
  walk: Walk,
  { type, properties, row: kept }: Wanted,
  row: Resource,
): Promise<NodeOutcome> => {
  const before = (await observed(walk, type, row)) ?? propertiesOf(walk, row)
  const isBegun =
    row.traversal === walk.stack.traversal && row.action === 'UPDATE' && row.status === 'IN_PROGRESS'
  const begun = isBegun
    ? row
    : await settle(
        walk,
        row,
        { action: 'UPDATE', status: 'IN_PROGRESS' },
        { traversal: walk.stack.traversal },
      )
  if (type.childStack) {
    const outcome = await carryChild(walk, type, begun, properties, 'UPDATE')
    if (outcome === 'done') await writeRow(walk, begun, { ...kept, ...changedMetadata(row, kept) })
    return outcome
  }
  const changed = new Set(
    Object.keys(type.properties).filter((name) => !isDeepStrictEqual(before[name], properties[name])),
  )
  const standing = await standingOf(walk, type, begun, { properties, isRepeat: isBegun })
  if (begun.asked === 0) {
    await withRetries(walk, async () => type.update?.(standing, { before, changed }))
    await writeRow(walk, begun, { asked: 1 })
  }
  if (type.isUpdated) {
    const isUpdated = type.isUpdated.bind(type)
    if (!(await waitFor(walk, () => withRetries(walk, () => isUpdated(standing, { before, changed })))))
      return 'waiting'
  }
  await settle(
    walk,
    walk.rows.get(row.id) ?? begun,
    { action: 'UPDATE', status: 'COMPLETE' },
    { ...kept, ...changedMetadata(row, kept), properties: sealedProperties(walk, properties) },
  )
  return 'done'
}

const isUsable = async (walk: Walk, type: ResourceType, row: Resource): Promise<boolean> => {
  if (type.childStack) return true
  if (row.physical_id === null || row.action === 'CHECK') return false
  // A later request of its creation has failed, and no update would make up for that.
  if (row.action === 'CREATE' && row.asked === 0) return false
  try {
    return (await type.isUsable?.(await standingOf(walk, type, row))) ?? false
  } catch {
    return false
  }
}

const refuseRestricted = (walk: Walk, name: string, action: 'update' | 'replace'): void => {
  if (restrictedActionsOf(walk.blueprint.environment.registry, name).includes(action))
    throw errors.ResourceFailure({ message: `${action} is restricted for resource.` })
}

/** Brings an existing resource to the current template: keeps, updates or replaces it. */
const bring = async (walk: Walk, wanted: Wanted, row: Resource): Promise<NodeOutcome> => {
  const { type, properties, definition } = wanted
  const { name } = definition
  const old: Values = JSON.parse(row.definition)
  const next: Values = JSON.parse(wanted.row.definition ?? '{}')
  if (!isDeepStrictEqual(old.externalId ?? null, next.externalId ?? null))
    throw errors.NotSupported({ feature: `Update to property external_id of ${name}` })
  if (typeof next.externalId === 'string') return keep(walk, wanted, row)
  if (row.action === 'INIT') {
    const metadata = JSON.stringify(JSON.parse(wanted.row.definition ?? '{}').metadata ?? {})
    const fresh = { ...wanted.row, metadata, properties: sealedProperties(walk, properties) }
    return makeKnown(walk, type, await writeRow(walk, row, fresh))
  }
  if (!(await passHook(walk, row, 'pre-update'))) return 'waiting'
  const before = await observed(walk, type, row)
  const isHalf = row.status === 'IN_PROGRESS'
  // A creation that an earlier action began is continued if the properties are the same.
  if (isHalf && row.action === 'CREATE' && isDeepStrictEqual(before, properties))
    return carryCreate(walk, type, await writeRow(walk, row, { ...wanted.row, started_at: row.started_at }))
  const isBroken = isHalf || row.status === 'FAILED'
  // An interrupted action that does not change the resource, such as its snapshot, leaves it whole.
  const isWhole = !isBroken || (isHalf && !['CREATE', 'UPDATE'].includes(row.action))
  const isKept =
    row.type === definition.type && before !== undefined && (isWhole || (await isUsable(walk, type, row)))
  const asked = isKept
    ? propertyChanges(type, { before, after: properties, where: `resources.${name}.properties` })
    : undefined
  if (asked === undefined || asked.kind === 'replace') {
    refuseRestricted(walk, name, 'replace')
    return make(walk, wanted, row)
  }
  if (asked.kind === 'nothing' && !isBroken && !type.childStack) return keep(walk, wanted, row)
  if (asked.kind === 'update') refuseRestricted(walk, name, 'update')
  return change(walk, wanted, row)
}

/** Updates only what the engine itself stores of a resource; its properties are unchanged. */
const keep = async (walk: Walk, { row: kept }: Wanted, row: Resource): Promise<NodeOutcome> => {
  await skipLastHook(walk, row)
  await writeRow(walk, row, { ...kept, ...changedMetadata(row, kept) })
  return 'done'
}

/** Continues from the state of the row. */
const goOn = async (
  walk: Walk,
  definition: ResourceDefinition,
  requires: readonly string[],
  row: Resource | undefined,
): Promise<NodeOutcome> => {
  const isOurs = row?.traversal === walk.stack.traversal
  if (row && isOurs && row.action === 'INIT')
    return makeKnown(walk, findType(walk.deps.types, walk.blueprint, row.type, row.name), row)
  if (row && isOurs && row.status === 'COMPLETE') return 'done'
  if (row && isOurs && row.status === 'FAILED') return { failed: row.status_reason }
  if (row && isOurs && row.action === 'CREATE')
    return carryCreate(walk, findType(walk.deps.types, walk.blueprint, row.type, row.name), row)
  const wanted = await wantedOf(walk, definition, requires)
  if (row && isOurs) return change(walk, wanted, row)
  return row ? bring(walk, wanted, row) : make(walk, wanted)
}

/** Processes one resource of the template. It can be repeated after a crash. */
export const forward = async (
  walk: Walk,
  definition: ResourceDefinition,
  requires: readonly string[],
  current: () => Resource | undefined,
): Promise<NodeOutcome> => {
  try {
    const outcome = await goOn(walk, definition, requires, current())
    const row = outcome === 'done' ? current() : undefined
    return row === undefined || (await passLastHook(walk, row)) ? outcome : 'waiting'
  } catch (error) {
    return fail(walk, definition, current(), error)
  }
}

const fail = async (
  walk: Walk,
  definition: ResourceDefinition,
  row: Resource | undefined,
  error: unknown,
): Promise<NodeOutcome> => {
  const reason = failureOf(definition.name, error)
  walk.deps.log.warn({ stack: walk.stack.id, resource: definition.name, error }, 'a resource failed')
  const isOurs = row?.traversal === walk.stack.traversal && row.status === 'IN_PROGRESS'
  if (row && isOurs) await settle(walk, row, { action: row.action, status: 'FAILED', reason })
  return { failed: reason }
}
