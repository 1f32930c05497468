import { isRow } from '../../cloud/json-values.ts'
import { also, integer, list, text } from '../../grammar/option.ts'
import { Formatted, type Row } from '../../output/result.ts'

/** The paging options of the metric service's lists. */
export const paging = {
  limit: integer('<LIMIT>', 'Maximum number of items to return (default: all)'),
  marker: text('<MARKER>', 'ID or name of the last item on the previous page'),
  sort: list('<SORT>', 'Attribute to sort by, such as user_id:desc-nullslast (repeatable)'),
}

interface Paged {
  readonly limit: number | undefined
  readonly marker: string | undefined
  readonly sort: readonly string[]
}

export const pagingQuery = ({ limit, marker, sort }: Paged) => ({
  limit: limit === undefined ? undefined : String(limit),
  marker,
  sort: sort.length > 0 ? [...sort] : undefined,
})

/** The resource of a metric that is given by name. */
export const ofResource = also(text('<RESOURCE_ID>', 'ID of the resource'), '-r')

export const typeOption = also(text('<RESOURCE_TYPE>', 'Resource type (default: generic)'), '-t')

/** `name: value`, one per line. */
export const pairsCell = (value: unknown): Formatted =>
  new Formatted(
    value ?? null,
    isRow(value)
      ? Object.entries(value)
          .map(([name, each]) => `${name}: ${each}`)
          .toSorted()
          .join('\n')
      : null,
  )

const pairs = (row: unknown, separator: string): string =>
  isRow(row)
    ? Object.entries(row)
        .map(([name, each]) => `${name}: ${each}`)
        .join(separator)
    : String(row)

/** A list of records, one per line: `- points: 8, granularity: 0:01:00`. */
export const linesCell = (value: unknown): Formatted =>
  new Formatted(
    value ?? null,
    Array.isArray(value) ? value.map((each) => `- ${pairs(each, ', ')}`).join('\n') : null,
  )

/** A record of records, one per line: `- host: type: string , required: false`. */
export const namedLinesCell = (value: unknown): Formatted =>
  new Formatted(
    value ?? null,
    isRow(value)
      ? Object.entries(value)
          .map(([name, each]) => `- ${name}: ${pairs(each, ' , ')}`)
          .join('\n')
      : null,
  )

/** Flattens `{ a: { b: 1 } }` under a field: one field `name/a` per key, whose members are formatted on a line. */
export const movedToRoot = (row: Row, field: string): Row => {
  const { [field]: inner, ...rest } = row
  const moved = isRow(inner) ? Object.entries(inner) : []
  return { ...rest, ...Object.fromEntries(moved.map(([key, value]) => [`${field}/${key}`, value])) }
}
