import type { Attribute } from '../describe/attribute.ts'
import { columnOf, type Kind, type Of, type Parent, type Plain } from '../describe/kind.ts'

/** A row of a table. */
export type Row = Readonly<Record<string, unknown>>

/** Converts rows of a kind to resources and back; created once per kind. */
export interface RowCodec<K extends Kind> {
  /** The columns of the given attributes, without those in separate tables. */
  toRow(values: Partial<Plain<K>>): Record<string, unknown>
  /** The attributes of a row by their API names, with the parent's facts if read. */
  plain(row: Row, withParent: boolean): Plain<K>
  /** The same with values of attributes from separate tables, in the order of `apart`. */
  whole(row: Row, values: readonly unknown[], withParent: boolean): Of<K>
  /** Adds such values to a resource read without them. */
  completed(plain: Plain<K>, values: readonly unknown[]): Of<K>
  /** Names of attributes in separate tables. */
  readonly apart: readonly string[]
}

/** The stored form of a value. */
export const toColumn = ({ type }: Attribute, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (type.column === 'boolean') return value ? 1 : 0
  return type.column === 'json' ? JSON.stringify(value) : value
}

/** The columns of the parent's facts, with their names in policy rules. */
export const parentFactColumns = ({ kind, facts }: Parent) =>
  Object.entries(facts).flatMap(([fact, name]) => {
    const attribute = kind.attributes[name]
    return attribute ? [{ fact, attribute, column: columnOf(name) }] : []
  })

/** A property and the code of its value. */
type Property = readonly [name: string, value: string]

const truthOf = (value: unknown): unknown => (value === null ? null : value === 1)
const structureOf = (value: unknown): unknown => (value === null ? null : JSON.parse(String(value)))

const readFrom = (column: string, { type }: Attribute): string => {
  const value = `row[${JSON.stringify(column)}] ?? null`
  switch (type.column) {
    case 'boolean':
      return `truthOf(${value})`
    case 'json':
      return `structureOf(${value})`
    case 'integer':
    case 'text':
      return value
  }
}

/**
 * Compiles `(row, values) => ({"id": row["id"] ?? null, "tags": values[0], …})` for one kind: a literal has its final shape at
 * once. A loop that adds one attribute after the other takes twice as long, and six times until V8 has optimised it.
 */
const rowReader = <Resource>(
  properties: readonly Property[],
): ((row: Row, values: readonly unknown[]) => Resource) => {
  const written = properties.map(([name, value]) => `${JSON.stringify(name)}: ${value}`)
  const reader = `return (row, values) => ({ ${written.join(', ')} })`
  return new Function('truthOf', 'structureOf', reader)(truthOf, structureOf)
}

const nothing: readonly unknown[] = []

/** Creates the codec of a kind. */
export const rowCodec = <K extends Kind>({ attributes, parent }: K): RowCodec<K> => {
  const all = Object.entries(attributes)
  const columns = all.flatMap(([name, attribute]) =>
    attribute.apart ? [] : [{ name, attribute, column: columnOf(name) }],
  )
  const apart = all.flatMap(([name, attribute]) => (attribute.apart ? [name] : []))
  const kept = columns.map(({ name, attribute, column }): Property => [name, readFrom(column, attribute)])
  const beside = apart.map((name, index): Property => [name, `values[${index}]`])
  const facts = (parent ? parentFactColumns(parent) : []).map(
    ({ fact, attribute }): Property => [fact, readFrom(fact, attribute)],
  )
  const plain = rowReader<Plain<K>>(kept)
  const plainWithParent = rowReader<Plain<K>>([...kept, ...facts])
  const whole = rowReader<Of<K>>([...kept, ...beside])
  const wholeWithParent = rowReader<Of<K>>([...kept, ...beside, ...facts])
  return {
    apart,
    toRow: (values: Readonly<Record<string, unknown>>) => {
      const row: Record<string, unknown> = {}
      for (const { name, attribute, column } of columns)
        if (name in values) row[column] = toColumn(attribute, values[name])
      return row
    },
    plain: (row, withParent) => (withParent ? plainWithParent : plain)(row, nothing),
    whole: (row, values, withParent) => (withParent ? wholeWithParent : whole)(row, values),
    completed: (plain, values) =>
      // Safe: `plain` has all columns, and the other attributes are added here.
      ({ ...plain, ...Object.fromEntries(apart.map((name, index) => [name, values[index]])) }) as Of<K>,
  }
}
