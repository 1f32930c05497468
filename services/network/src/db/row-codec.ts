import type { Json } from '@nimbo/kernel/json'
import type { Attribute, ResourceType } from '../domain/attribute.ts'

export type Row = Readonly<Record<string, unknown>>

/** Turns the rows of one kind of resource into attributes and back; made once a kind, since lists are long. */
export interface RowCodec {
  readonly type: ResourceType
  /** The columns of the attributes given; related ones are left to their own tables. */
  toRow(values: Row): Record<string, unknown>
  /** The attributes a row holds, under the names of the API. */
  fromRow(row: Row): Record<string, Json>
}

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

export const rowCodec = (type: ResourceType): RowCodec => {
  const kept = Object.entries(type.attributes)
    .filter(([, { shape }]) => shape !== 'related')
    .map(([name, attribute]) => ({ name, attribute, column: columnOf(name) }))
  return {
    type,
    toRow: (values) => {
      const row: Record<string, unknown> = {}
      for (const { name, attribute, column } of kept)
        if (name in values) row[column] = toColumn(attribute, values[name])
      return row
    },
    fromRow: (row) => {
      const values: Record<string, Json> = {}
      for (const { name, attribute, column } of kept) values[name] = fromColumn(attribute, row[column])
      return values
    },
  }
}
