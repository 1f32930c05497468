import type { TFunction } from 'i18next'
import type { Column } from '../panel/column.ts'
import { isItem, type Item, valueAt } from '../panel/item.ts'
import { addressesOf, fixedIpsOf } from './addresses.ts'
import { readableDate, readableSize } from './readable.ts'

/** The value of a column for an item. */
export const shownOf = (column: Column, item: Item): unknown =>
  column.value ? column.value(item) : valueAt(item, column.name)

const one = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** The lines of a list or an object. */
export const linesOf = (column: Column, value: unknown): readonly string[] => {
  if (column.look === 'addresses') return addressesOf(value)
  if (column.look === 'fixed-ips') return fixedIpsOf(value)
  if (Array.isArray(value)) return value.map(one)
  if (isItem(value)) return Object.entries(value).map(([name, each]) => `${name} = ${one(each)}`)
  return []
}

/** A value as text, for CSV and for cells without a special component. */
export const textOf = (column: Column, value: unknown, t: TFunction, language: string): string => {
  if (value === undefined || value === null || value === '') return ''
  switch (column.look) {
    case 'yes':
      return t(value === true || value === 'true' || value === 'True' ? 'shell.yes' : 'shell.no')
    case 'bytes':
      return readableSize(value, 1)
    case 'mib':
      return readableSize(value, 1024 ** 2)
    case 'gib':
      return readableSize(value, 1024 ** 3)
    case 'date':
      return readableDate(String(value), language)
    case 'status':
      return t(`state.${String(value).toLowerCase()}`, { defaultValue: String(value) })
    case 'list':
    case 'pairs':
    case 'addresses':
    case 'fixed-ips':
      return linesOf(column, value).join(', ')
    default:
      return one(value)
  }
}
