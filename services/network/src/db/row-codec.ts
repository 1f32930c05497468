import type { Json } from '@nimbo/kernel/json'
import type { Attribute, ParentType, ResourceType } from '../domain/attribute.ts'

export type Row = Readonly<Record<string, unknown>>

/** Turns the rows of one kind of resource into attributes and back; made once a kind, since lists are long. */
export interface RowCodec {
  /** The columns of the attributes given; related ones are left to their own tables. */
  toRow(values: Row): Record<string, unknown>
  /** The attributes a row holds, under the names of the API; with those of its parent, when it was read with them. */
  fromRow(row: Row, withParent: boolean): Record<string, Json>
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

/** Where the facts about a parent are kept, each under the name policies ask for it by. */
export const parentFactColumns = ({ type, facts }: ParentType) =>
  Object.entries(facts).flatMap(([fact, name]) => {
    const attribute = type.attributes[name]
    return attribute ? [{ fact, attribute, column: columnOf(name) }] : []
  })

export const rowCodec = (type: ResourceType): RowCodec => {
  const kept = Object.entries(type.attributes)
    .filter(([, { shape }]) => shape !== 'related')
    .map(([name, attribute]) => ({ name, attribute, column: columnOf(name) }))
  const facts = type.parent ? parentFactColumns(type.parent) : []
  return {
    toRow: (values) => {
      const row: Record<string, unknown> = {}
      for (const { name, attribute, column } of kept)
        if (name in values) row[column] = toColumn(attribute, values[name])
      return row
    },
    fromRow: (row, withParent) => {
      const values: Record<string, Json> = {}
      for (const { name, attribute, column } of kept) values[name] = fromColumn(attribute, row[column])
      if (withParent) for (const { fact, attribute } of facts) values[fact] = fromColumn(attribute, row[fact])
      return values
    },
  }
}
