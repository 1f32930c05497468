import type { Json, JsonObject } from '@nimbo/kernel/json'

/** Converts a value of a template to JSON. */
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))

const replaced = (value: Json, from: string, to: string): Json => {
  if (typeof value === 'string') return value.replaceAll(from, to)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => replaced(item, from, to))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaced(inner ?? null, from, to)]),
  )
}

interface Group {
  readonly index_var: string
  readonly resource_def: {
    readonly type: string
    readonly properties?: Readonly<Record<string, unknown>>
    readonly metadata?: Readonly<Record<string, unknown>>
  }
}

/** The definition of a group's member, with its name substituted for the index variable. */
export const memberDefinition = ({ index_var, resource_def }: Group, name: string): JsonObject => ({
  type: resource_def.type,
  ...(resource_def.properties === undefined
    ? {}
    : { properties: replaced(asJson(resource_def.properties), index_var, name) }),
  ...(resource_def.metadata === undefined ? {} : { metadata: asJson(resource_def.metadata) }),
})
