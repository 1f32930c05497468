import type { Kysely } from 'kysely'
import { columnOf, type Kind } from '../describe/kind.ts'

/** A described table: the kind, and its columns besides attributes. */
export interface DescribedTable {
  readonly kind: Kind
  readonly beside?: Readonly<Record<string, { readonly nullable: boolean }>>
}

const columnsOf = ({ kind, beside = {} }: DescribedTable): ReadonlyMap<string, string> => {
  const attributes = Object.entries(kind.attributes).flatMap(([name, { type, apart }]) => {
    if (apart) return []
    const isNumber = type.column === 'integer' || type.column === 'boolean'
    return [[columnOf(name), `${isNumber ? 'integer' : 'text'}${type.nullable ? '' : ' not null'}`] as const]
  })
  const others = Object.entries(beside).map(
    ([name, { nullable }]) => [name, `text${nullable ? '' : ' not null'}`] as const,
  )
  return new Map([...attributes, ...others])
}

/** SQLite says `integer` and `INTEGER`, PostgreSQL `int4`. */
const typeName = (dataType: string): string => (/int/i.test(dataType) ? 'integer' : dataType.toLowerCase())

/**
 * The differences between the tables made by migrations and the descriptions of kinds, one line per column; tests expect none.
 * Other tables are ignored.
 */
export const schemaDifferences = async <Tables>(
  db: Kysely<Tables>,
  described: readonly DescribedTable[],
): Promise<string[]> => {
  const tables = await db.introspection.getTables()
  return described.flatMap((each) => {
    const { collection } = each.kind
    const table = tables.find(({ name }) => name === collection)
    if (!table) return [`${collection}: no such table`]
    const made = new Map(
      table.columns.map(({ name, dataType, isNullable }) => [
        name,
        // SQLite calls primary keys nullable, which ours never are.
        `${typeName(dataType)}${isNullable && name !== 'id' ? '' : ' not null'}`,
      ]),
    )
    const wanted = columnsOf(each)
    const names = new Set([...made.keys(), ...wanted.keys()])
    return [...names].sort().flatMap((name) => {
      const [is, shall] = [made.get(name) ?? 'missing', wanted.get(name) ?? 'not described']
      return is === shall ? [] : [`${collection}.${name}: ${is}, but described as ${shall}`]
    })
  })
}
