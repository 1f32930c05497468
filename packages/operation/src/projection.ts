import { setOwn } from '@nimbo/kernel/set-own'
import type { TSchema } from 'typebox'
import { copierOf } from './copier.ts'
import type { Microversion } from './microversion.ts'
import { segmentOf } from './schema-at.ts'
import { innerSchemas, isIn, partsOf } from './schema-parts.ts'

/** Removes what a schema does not show from a value; undefined means nothing to remove. */
type Projection = ((value: unknown) => unknown) | undefined

/**
 * Removes from a reply what its schema lacks in a version, and what the caller may not see. The reply is given in the newest
 * version; it is not modified, and is returned itself when nothing is removed.
 */
export type Project = (value: unknown, version: Microversion, allows: (rule: string) => boolean) => unknown

/** Creates the {@link Project} of a schema, cached per combination of version and permissions. */
export const projectionOf = (schema: TSchema): Project => {
  const rules = [...new Set(rulesIn(schema))]
  const known = new Map<string, Projection>()
  return (value, version, allows) => {
    let key = String(segmentOf(schema, version))
    for (const rule of rules) key += allows(rule) ? ' yes' : ' no'
    if (!known.has(key)) known.set(key, projection(schema, version, new Set(rules.filter(allows))))
    const project = known.get(key)
    return project ? project(value) : value
  }
}

const rulesIn = (schema: TSchema): readonly string[] => {
  const { shownTo } = partsOf(schema)
  return [...(shownTo === undefined ? [] : [shownTo]), ...innerSchemas(schema).flatMap(rulesIn)]
}

const isShown = (schema: TSchema, version: Microversion, granted: ReadonlySet<string>): boolean => {
  const { shownTo, anyOf } = partsOf(schema)
  return (
    isIn(partsOf(schema), version) &&
    (shownTo === undefined || granted.has(shownTo)) &&
    (anyOf === undefined || anyOf.some((member) => isShown(member, version, granted)))
  )
}

const projection = (schema: TSchema, version: Microversion, granted: ReadonlySet<string>): Projection => {
  const { properties, patternProperties, items, anyOf } = partsOf(schema)
  if (anyOf) {
    const [only, ...others] = anyOf.filter((member) => isShown(member, version, granted))
    return only && others.length === 0
      ? projection(only, version, granted)
      : amongMembers(anyOf, version, granted)
  }
  if (items) {
    const each = projection(items, version, granted)
    return each && ((value) => (Array.isArray(value) ? value.map(each) : value))
  }
  if (patternProperties) {
    const [all, ...others] = Object.values(patternProperties)
    const each = all && others.length === 0 ? projection(all, version, granted) : undefined
    return each && ((value) => mapped(value, each))
  }
  if (!properties) return undefined
  const hidden = new Set<string>()
  const inner = new Map<string, Projection>()
  for (const [name, property] of Object.entries(properties)) {
    if (!isShown(property, version, granted)) hidden.add(name)
    else {
      const project = projection(property, version, granted)
      if (project) inner.set(name, project)
    }
  }
  if (hidden.size === 0 && inner.size === 0) return undefined
  const copy = copierOf(hidden, inner)
  return (value) => (isObject(value) ? copy(value) : value)
}

/** A union with objects. It is unknown which member a value is, so the first member that has a property decides about it. */
const amongMembers = (
  members: readonly TSchema[],
  version: Microversion,
  granted: ReadonlySet<string>,
): Projection => {
  const [first, ...others] = members.filter((member) => isIn(partsOf(member), version) && isStructure(member))
  if (!first) return undefined
  if (others.length === 0) return projection(first, version, granted)
  const properties = Object.assign(
    {},
    ...[first, ...others].toReversed().map((member) => partsOf(member).properties),
  )
  return projection({ properties }, version, granted)
}

const isStructure = (schema: TSchema): boolean => {
  const { properties, items } = partsOf(schema)
  return properties !== undefined || items !== undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapped = (value: unknown, each: (one: unknown) => unknown): unknown => {
  if (!isObject(value)) return value
  const shown: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) setOwn(shown, name, each(one))
  return shown
}
