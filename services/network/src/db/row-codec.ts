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

/** Where the facts about a parent are kept, each under the name policies ask for it by. */
export const parentFactColumns = ({ type, facts }: ParentType) =>
  Object.entries(facts).flatMap(([fact, name]) => {
    const attribute = type.attributes[name]
    return attribute ? [{ fact, attribute, column: columnOf(name) }] : []
  })

/** One attribute of a row that is read. */
interface Part {
  readonly name: string
  readonly attribute: Attribute
  readonly column: string
}

type ReadRow = (row: Row) => Record<string, Json>

const truthOf = (value: unknown): Json => (value === null ? null : value === 1)
const structureOf = (value: unknown): Json => (value === null ? null : (JSON.parse(String(value)) as Json))

const valueIn = ({ attribute: { shape }, column }: Part): string => {
  const value = `row[${JSON.stringify(column)}] ?? null`
  if (shape === 'boolean') return `truthOf(${value})`
  return shape === 'json' ? `structureOf(${value})` : value
}

/**
 * `row => ({"id": row["id"] ?? null, …})`, compiled for one kind of resource: what is written out has its shape at once. A
 * loop that gives an object one attribute after the other takes twice as long, and six times until V8 has come to know it.
 */
const rowReader = (parts: readonly Part[]): ReadRow => {
  const properties = parts.map((part) => `${JSON.stringify(part.name)}: ${valueIn(part)}`)
  const reader = `return (row) => ({ ${properties.join(', ')} })`
  return new Function('truthOf', 'structureOf', reader)(truthOf, structureOf) as ReadRow
}

export const rowCodec = (type: ResourceType): RowCodec => {
  const kept: readonly Part[] = Object.entries(type.attributes)
    .filter(([, { shape }]) => shape !== 'related')
    .map(([name, attribute]) => ({ name, attribute, column: columnOf(name) }))
  const facts: readonly Part[] = (type.parent ? parentFactColumns(type.parent) : []).map(
    ({ fact, attribute }) => ({ name: fact, attribute, column: fact }),
  )
  const alone = rowReader(kept)
  const besideParent = rowReader([...kept, ...facts])
  return {
    toRow: (values) => {
      const row: Record<string, unknown> = {}
      for (const { name, attribute, column } of kept)
        if (name in values) row[column] = toColumn(attribute, values[name])
      return row
    },
    fromRow: (row, withParent) => (withParent ? besideParent(row) : alone(row)),
  }
}
