import { stringify } from 'yaml'
import { type Columns, Formatted, type Result, type Row, showInOrder } from '../../output/result.ts'

const short = [
  ...['id', 'stack_name', 'description', 'creation_time', 'updated_time'],
  ...['stack_status', 'stack_status_reason'],
]
const full = ['parameters', 'outputs', 'links']
const structured = [...full, 'tags']

/** Shows values that are not scalars as YAML in tables. */
const yamlCell = (value: unknown): Formatted =>
  new Formatted(value ?? null, value === null || value === undefined ? null : stringify(value))

/** Shows values that are not scalars as indented JSON in tables. */
export const jsonCell = (value: unknown): Formatted =>
  new Formatted(value ?? null, JSON.stringify(value ?? null, undefined, 2))

const columnsOf = (names: readonly string[]): Columns =>
  Object.fromEntries(
    names.map((name) => [name, structured.includes(name) ? (row: Row) => yamlCell(row[name]) : name]),
  )

/** The short view of a stack that was created or changed. */
export const stackInShort = (stack: Row): Result => showInOrder(columnsOf(short), stack)

/** The full view of a stack. */
export const stackInFull = (stack: Row, withOutputs: boolean): Result => {
  const first = [...short, ...full.filter((name) => withOutputs || name !== 'outputs')]
  const others = Object.keys(stack).filter(
    (name) => ![...short, ...full, 'template_description'].includes(name),
  )
  return showInOrder(columnsOf([...first, ...others]), stack)
}

export const listedColumns: Columns = {
  ID: 'id',
  'Stack Name': 'stack_name',
  'Stack Status': 'stack_status',
  'Creation Time': 'creation_time',
  'Updated Time': 'updated_time',
}
