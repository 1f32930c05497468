import type { Json } from '@nimbo/kernel/json'
import type { Attribute, ResourceType } from '../domain/attribute.ts'

export type Row = Readonly<Record<string, unknown>>

/** `binding:host_id` is kept in the column `binding_host_id`. */
export const columnOf = (attribute: string): string => attribute.replaceAll(':', '_')

export const toColumn = ({ shape }: Attribute, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (shape === 'boolean') return value ? 1 : 0
  return shape === 'json' ? JSON.stringify(value) : value
}

const fromColumn = ({ shape }: Attribute, value: unknown): Json => {
  if (value === null || value === undefined) return null
  if (shape === 'boolean') return value === 1
  return shape === 'json' ? (JSON.parse(String(value)) as Json) : (value as Json)
}

const keptIn = (type: ResourceType): readonly (readonly [string, Attribute])[] =>
  Object.entries(type.attributes).filter(([, { shape }]) => shape !== 'related')

/** The columns of the attributes given; related ones are left to their own tables. */
export const toRow = (type: ResourceType, values: Row): Record<string, unknown> =>
  Object.fromEntries(
    keptIn(type).flatMap(([name, attribute]) =>
      name in values ? [[columnOf(name), toColumn(attribute, values[name])]] : [],
    ),
  )

/** The attributes a row holds, under the names of the API. */
export const fromRow = (type: ResourceType, row: Row): Record<string, Json> =>
  Object.fromEntries(
    keptIn(type).map(([name, attribute]) => [name, fromColumn(attribute, row[columnOf(name)])]),
  )
