import { pythonText } from './python-text.ts'
import { Formatted, type Row } from './result.ts'

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const byKey = (record: Row): [string, unknown][] =>
  Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** `key='value', nested.key='value', empty=`, sorted by key. */
const pairsText = (record: Row, prefix = ''): string =>
  byKey(record)
    .map(([key, value]) => {
      if (isRecord(value)) return pairsText(value, `${prefix}${key}.`)
      return value === null ? `${prefix}${key}=` : `${prefix}${key}='${pythonText(value)}'`
    })
    .join(', ')

const listText = (items: readonly unknown[]): string => items.map(pythonText).toSorted().join(', ')

/** A list, sorted: `a, b`. */
export const listCell = (value: unknown): Formatted =>
  new Formatted(value ?? null, Array.isArray(value) ? listText(value) : null)

/** A record: `key='value', …`. */
export const recordCell = (value: unknown): Formatted =>
  new Formatted(isRecord(value) ? value : {}, isRecord(value) ? pairsText(value) : null)

/** A list of records, one per line. */
export const recordsCell = (value: unknown): Formatted =>
  new Formatted(
    value ?? null,
    Array.isArray(value)
      ? rowsIn(value)
          .map((row) => pairsText(row))
          .join('\n')
      : null,
  )

/** A record of lists: `net=10.0.0.3; other=10.1.0.4`. */
export const listsCell = (value: Readonly<Record<string, readonly string[]>>): Formatted =>
  new Formatted(
    value,
    Object.keys(value)
      .toSorted()
      .map((key) => `${key}=${listText(value[key] ?? [])}`)
      .join('; '),
  )

/** A boolean shown as one of two words: `UP` or `DOWN`. */
export const wordCell =
  (key: string, yes: string, no: string) =>
  (row: Row): Formatted =>
    new Formatted(row[key] ?? null, row[key] === true ? yes : no)

const powerStates: Readonly<Record<number, string>> = {
  0: 'NOSTATE',
  1: 'Running',
  3: 'Paused',
  4: 'Shutdown',
  6: 'Crashed',
  7: 'Suspended',
}

/** A server's power state by name. */
export const powerCell = (value: unknown): Formatted =>
  new Formatted(value ?? null, typeof value === 'number' ? (powerStates[value] ?? '') : 'N/A')

/** A number shown with at least one decimal place: `1.0`. */
export const floatCell = (value: unknown): Formatted =>
  new Formatted(value ?? null, Number.isInteger(value) ? `${value}.0` : pythonText(value), true)

/** Turns a cell function into a column: `column(listCell, 'tags')`. */
export const column =
  (cell: (value: unknown) => Formatted, key: string) =>
  (row: Row): Formatted =>
    cell(row[key])
