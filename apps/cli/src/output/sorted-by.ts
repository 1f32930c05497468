import { textAt } from '../cloud/json-values.ts'
import type { Row } from './result.ts'

const collator = new Intl.Collator('en', { numeric: true })

/** Sorts rows by the fields in `name:desc,enabled`, the first taking precedence. */
export const sortedBy = (rows: readonly Row[], fields: string): readonly Row[] => {
  const keys = fields.split(',').map((field) => {
    const [key = '', direction = 'asc'] = field.split(':')
    return { key, sign: direction === 'desc' ? -1 : 1 }
  })
  return rows.toSorted((one, other) => {
    for (const { key, sign } of keys) {
      const order = collator.compare(textAt(one, key), textAt(other, key))
      if (order !== 0) return sign * order
    }
    return 0
  })
}
