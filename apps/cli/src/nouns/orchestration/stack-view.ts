import { stringify } from 'yaml'
import { type Columns, Formatted, type Result, type Row, showInOrder } from '../../output/result.ts'

const short = [
  ...['id', 'stack_name', 'description', 'creation_time', 'updated_time'],
  ...['stack_status', 'stack_status_reason'],
]
const full = ['parameters', 'outputs', 'links']
const structured = [...full, 'tags']

/** What is no plain value, as YAML where people read it. */
const yamlCell = (value: unknown): Formatted =>
  new Formatted(value ?? null, value === null || value === undefined ? null : stringify(value))

/** What is no plain value, as JSON in lines where people read it. */
export const jsonCell = (value: unknown): Formatted =>
  new Formatted(value ?? null, JSON.stringify(value ?? null, undefined, 2))

const columnsOf = (names: readonly string[]): Columns =>
  Object.fromEntries(
    names.map((name) => [name, structured.includes(name) ? (row: Row) => yamlCell(row[name]) : name]),
  )

/** What is told of a stack that was just made or changed. */
export const stackInShort = (stack: Row): Result => showInOrder(columnsOf(short), stack)

/** All that is known of a stack. */
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
