/** A sort column. */
interface SortColumn {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  readonly nullable: boolean
}

const nullable = ['algorithm', 'bit_length', 'expiration', 'mode', 'name']
const keys = [...nullable, 'created', 'secret_type', 'status', 'updated']

const directionOf = (word: string): SortColumn['direction'] | undefined =>
  word === 'asc' || word === 'desc' ? word : undefined

const columnOf = (text: string): SortColumn | undefined => {
  const [column = '', word = 'asc', ...more] = text.split(':')
  const direction = directionOf(word)
  if (!keys.includes(column) || direction === undefined || more.length > 0) return undefined
  return { column, direction, nullable: nullable.includes(column) }
}

/** Parses `name,created:desc` without duplicates. Undefined when invalid. */
export const parseSecretOrder = (text: string): readonly SortColumn[] | undefined => {
  const columns = text.split(',').map(columnOf)
  const known = columns.filter((column) => column !== undefined)
  const isOnce = new Set(known.map(({ column }) => column)).size === columns.length
  return isOnce ? known : undefined
}
