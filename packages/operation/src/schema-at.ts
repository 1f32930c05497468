import type { TSchema } from 'typebox'
import { type Microversion, microversion } from './microversion.ts'
import { innerSchemas, isIn, partsOf } from './schema-parts.ts'

/** A schema with its versions, cached between changes. */
interface Edition {
  /** The versions at which a part of it begins or ends, ascending. */
  readonly changes: readonly Microversion[]
  readonly made: Map<number, TSchema | undefined>
}

const editions = new WeakMap<TSchema, Edition>()

const changesIn = (schema: TSchema): readonly Microversion[] => {
  const { since, before } = partsOf(schema)
  const own = [since, before].flatMap((text) => (text === undefined ? [] : [microversion(text)]))
  return [...own, ...innerSchemas(schema).flatMap(changesIn)]
}

const editionOf = (schema: TSchema): Edition => {
  const known = editions.get(schema)
  if (known) return known
  const changes = [...new Set(changesIn(schema))].sort((one, other) => one - other)
  const edition: Edition = { changes, made: new Map() }
  editions.set(schema, edition)
  return edition
}

/** The number of changes at or below a version; the same number means the same schema. */
export const segmentOf = (schema: TSchema, version: Microversion): number => {
  const { changes } = editionOf(schema)
  let segment = 0
  while (segment < changes.length && (changes[segment] ?? 0) <= version) segment += 1
  return segment
}

/**
 * A schema in one version: without properties and union members that the version lacks. Undefined when nothing is left. The same
 * object is returned for all versions between two changes, so that it is compiled once.
 */
export const schemaAt = (schema: TSchema, version: Microversion): TSchema | undefined => {
  const { changes, made } = editionOf(schema)
  if (changes.length === 0) return schema
  const segment = segmentOf(schema, version)
  if (!made.has(segment)) made.set(segment, prune(schema, version))
  return made.get(segment)
}

const prune = (schema: TSchema, version: Microversion): TSchema | undefined => {
  const parts = partsOf(schema)
  if (!isIn(parts, version)) return undefined
  if (parts.anyOf) return pruneUnion(schema, parts.anyOf, version)
  if (parts.items) return { ...schema, items: prune(parts.items, version) ?? {} }
  if (parts.patternProperties) {
    return { ...schema, patternProperties: pruneAll(parts.patternProperties, version) }
  }
  if (!parts.properties) return schema
  const properties = pruneAll(parts.properties, version)
  const required = parts.required?.filter((name) => Object.hasOwn(properties, name))
  return { ...schema, properties, ...(required ? { required } : {}) }
}

const pruneAll = (
  schemas: Readonly<Record<string, TSchema>>,
  version: Microversion,
): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const kept = prune(schema, version)
      return kept ? [[name, kept] as const] : []
    }),
  )

/** A union with one member left becomes that member, for better validation messages. */
const pruneUnion = (
  union: TSchema,
  members: readonly TSchema[],
  version: Microversion,
): TSchema | undefined => {
  const kept = members.flatMap((member) => prune(member, version) ?? [])
  return kept.length > 1 ? { ...union, anyOf: kept } : kept[0]
}
