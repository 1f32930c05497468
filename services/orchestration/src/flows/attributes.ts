import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Json } from '@nimbo/kernel/json'
import type { Resource } from '../db/resources.ts'
import { stepInto } from '../language/value.ts'
import type { ResourceType } from '../resource-type/resource-type.ts'
import { propertiesOf, standingOf } from './handling.ts'
import { typeOfRow, type Walk } from './walk.ts'

/** The result of the type's `show` for a resource, cached until its row changes; undefined when the object is gone (404). */
const shownOf = async (walk: Walk, type: ResourceType, row: Resource): Promise<unknown> => {
  const known = walk.shown.get(row.id)
  if (known) return known
  const asked = (async () => {
    try {
      return await type.show?.(await standingOf(walk, type, row))
    } catch (error) {
      if (isRemote(error, 404)) return undefined
      throw error
    }
  })()
  walk.shown.set(row.id, asked)
  asked.catch(() => walk.shown.delete(row.id))
  return asked
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Resolves an attribute of an existing resource: null if it has no value, undefined if the type has no attribute of that name.
 */
export const attributeOf = async (
  walk: Walk,
  row: Resource,
  name: string | undefined,
  path: readonly unknown[],
): Promise<unknown> => {
  const type = typeOfRow(walk, row)
  if (name === undefined) return allAttributes(walk, type, row)
  if (row.physical_id === null && type.childStack === undefined) return null
  const declared = type.attributes?.[name]
  if (declared) {
    const live = declared.of === undefined || type.show ? await shownOf(walk, type, row) : undefined
    const value = declared.of
      ? await declared.of(live, await standingOf(walk, type, row), path as readonly Json[])
      : isObject(live)
        ? live[name]
        : undefined
    return stepInto(value ?? null, path)
  }
  if (name === 'show' && type.show) return stepInto((await shownOf(walk, type, row)) ?? null, path)
  const other = await type.otherAttribute?.(await standingOf(walk, type, row), name, path as readonly Json[])
  return other === undefined ? undefined : other
}

/** Resolves all attributes that the type of a resource declares; one that cannot be read is logged and null. */
export const allAttributes = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
): Promise<Readonly<Record<string, unknown>>> => {
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(type.attributes ?? {})) {
    try {
      values[name] = (await attributeOf(walk, row, name, [])) ?? null
    } catch (error) {
      walk.deps.log.info({ error, resource: row.name, attribute: name }, 'an attribute could not be read')
      values[name] = null
    }
  }
  return values
}

/** The current properties: those in the row, or for a `converge` update those of the object; undefined if it cannot be read. */
export const observed = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const before = propertiesOf(walk, row)
  if (!walk.wish.converge || !type.show || row.physical_id === null) return before
  try {
    const live = await type.show(await standingOf(walk, type, row))
    const seen = Object.entries(type.observed?.(live) ?? {}).filter(([name]) => Object.hasOwn(before, name))
    return { ...before, ...Object.fromEntries(seen) }
  } catch {
    return undefined
  }
}
