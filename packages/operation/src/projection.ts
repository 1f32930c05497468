import { setOwn } from '@nimbo/kernel/set-own'
import type { TSchema } from 'typebox'
import type { Microversion } from './microversion.ts'
import { segmentOf } from './schema-at.ts'
import { innerSchemas, isIn, partsOf } from './schema-parts.ts'

/** Takes from a value what its schema does not show; undefined stands for "nothing to take". */
type Projection = ((value: unknown) => unknown) | undefined

/**
 * Leaves out of a reply what its schema has not in a version, and what it shows to others than the caller. The reply is
 * given as today's version has it, whole; it is not changed, and comes back as it is when nothing is to be left out.
 */
export type Project = (value: unknown, version: Microversion, allows: (rule: string) => boolean) => unknown

/** Makes the {@link Project} of a schema. Each combination of versions and rights is worked out once. */
export const projectionOf = (schema: TSchema): Project => {
  const rules = [...new Set(rulesIn(schema))]
  const known = new Map<string, Projection>()
  return (value, version, allows) => {
    const rights = rules.map((rule) => allows(rule))
    const key = `${segmentOf(schema, version)} ${rights.map(Number).join('')}`
    if (!known.has(key)) {
      const granted = new Set(rules.filter((_, index) => rights[index]))
      known.set(key, projection(schema, version, granted))
    }
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
    return each && ((value) => mapped(value, () => each, none))
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
  return (value) => mapped(value, (name) => inner.get(name), hidden)
}

const none: ReadonlySet<string> = new Set()

/**
 * An object or something else, such as null. Of several objects it is not told which one the value is: a property is treated
 * as the first of them that has it says.
 */
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

const mapped = (
  value: unknown,
  inner: (name: string) => Projection,
  hidden: ReadonlySet<string>,
): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const shown: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) {
    if (hidden.has(name)) continue
    const project = inner(name)
    setOwn(shown, name, project ? project(one) : one)
  }
  return shown
}
