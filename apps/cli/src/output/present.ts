import { UsageError } from '../grammar/usage-error.ts'
import { csvFormat, type QuoteMode } from './csv-format.ts'
import { jsonFormat } from './json-format.ts'
import { pythonText } from './python-text.ts'
import { Formatted, type Result } from './result.ts'
import { fieldTable, listTable } from './table.ts'
import { yamlFormat } from './yaml-format.ts'

/** The output options: `-f`, `-c` and others. */
export interface Wishes {
  readonly format: string
  readonly columns: readonly string[]
  readonly sortColumns: readonly string[]
  readonly descending: boolean
  readonly noindent: boolean
  readonly printEmpty: boolean
  /** The width in columns that a table must fit; 0 is unlimited. */
  readonly width: number
  readonly quote: QuoteMode
  readonly prefix: string
}

type List = Extract<Result, { kind: 'list' }>
type Field = readonly [name: string, value: unknown]

const machine = (value: unknown): unknown => (value instanceof Formatted ? value.machine : value)

/** A cell for CSV, where the openstack client writes whatever it formats for tables as text, but for numbers. */
const plain = (value: unknown): unknown =>
  value instanceof Formatted && !value.right ? pythonText(value.machine) : machine(value)

const chosen = (names: readonly string[], wanted: readonly string[]): readonly number[] => {
  const all = names.map((_, at) => at)
  if (wanted.length === 0) return all
  const kept = all.filter((at) => wanted.includes(names[at] ?? ''))
  if (kept.length > 0) return kept
  throw new UsageError(
    `No recognized column names in ${pythonText(wanted)}. Recognized columns are ${pythonText(names)}.`,
  )
}

const compare = (a: unknown, b: unknown): number => {
  const [left, right] = [machine(a), machine(b)]
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [leftText, rightText] = [pythonText(left), pythonText(right)]
  return leftText < rightText ? -1 : leftText > rightText ? 1 : 0
}

const sorted = (list: List, wishes: Wishes): List['rows'] =>
  wishes.sortColumns
    .map((name) => list.columns.indexOf(name))
    .filter((at) => at >= 0)
    .reduceRight(
      (rows, at) => rows.toSorted((a, b) => compare(a[at], b[at]) * (wishes.descending ? -1 : 1)),
      list.rows,
    )

const asRecord = (columns: readonly string[], row: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((name, at) => [name, machine(row[at])]))

const presentList = (list: List, wishes: Wishes): string => {
  const drawing = list.drawings?.[wishes.format]
  if (drawing !== undefined) return drawing()
  const names = wishes.columns.length === 0 ? list.columns : [...list.columns, ...(list.further ?? [])]
  const kept = chosen(names, wishes.columns)
  const columns = kept.map((at) => names[at] ?? '')
  const rows = sorted(list, wishes).map((row) => kept.map((at) => row[at]))
  switch (wishes.format) {
    case 'json':
      return jsonFormat(
        rows.map((row) => asRecord(columns, row)),
        wishes.noindent,
      )
    case 'yaml':
      return yamlFormat(rows.map((row) => asRecord(columns, row)))
    case 'csv':
      return csvFormat(
        columns,
        rows.map((row) => row.map(plain)),
        wishes.quote,
      )
    case 'value':
      return rows.map((row) => `${row.map((value) => pythonText(machine(value))).join(' ')}\n`).join('')
    default:
      return listTable(columns, rows, wishes)
  }
}

/**
 * A field as an assignment that scripts `eval`. Names and values are written by whoever may change the resource, so nothing in them
 * may be read as a command: `$(…)` in a description is text.
 */
const shellLine = ([name, value]: Field, prefix: string): string => {
  const variable = name.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')
  return `${prefix}${variable}="${pythonText(machine(value)).replaceAll(/["$`\\]/g, '\\$&')}"\n`
}

const presentOne = (all: readonly Field[], wishes: Wishes): string => {
  const kept = chosen(
    all.map(([name]) => name),
    wishes.columns,
  )
  const fields = all.filter((_, at) => kept.includes(at))
  switch (wishes.format) {
    case 'json':
      return jsonFormat(
        Object.fromEntries(fields.map(([name, value]) => [name, machine(value)])),
        wishes.noindent,
      )
    case 'yaml':
      return fields.map(([name, value]) => yamlFormat({ [name]: machine(value) })).join('')
    case 'value':
      return fields.map(([, value]) => `${pythonText(machine(value))}\n`).join('')
    case 'shell':
      return fields.map((field) => shellLine(field, wishes.prefix)).join('')
    default:
      return fieldTable(fields, wishes.width)
  }
}

/** Formats a result with the given output options; ends in a newline unless it is empty. */
export const present = (result: Result, wishes: Wishes): string => {
  switch (result.kind) {
    case 'list':
      return presentList(result, wishes)
    case 'one':
      return presentOne(result.fields, wishes)
    case 'text':
      return result.text
    case 'nothing':
      return ''
  }
}
