import type { Item } from './item.ts'

/** The format of a value. */
export type Look =
  | 'text'
  | 'code'
  | 'status'
  | 'date'
  | 'yes'
  | 'bytes'
  | 'mib'
  | 'gib'
  | 'list'
  | 'pairs'
  | 'addresses'
  | 'fixed-ips'
  | 'reference'

/** An attribute that is shown in a table or in an item's details. */
export interface Column {
  /** The attribute, and its translation key (`field.<name>`). */
  readonly name: string
  /** Another translation key than the attribute. */
  readonly label?: string
  readonly look?: Look
  /** The panel that a `reference` links to; a function if it depends on the item. */
  readonly to?: string | ((item: Item) => string | undefined)
  /** The API's sort key; absent if the API cannot sort by it. */
  readonly sort?: string
  /** Not shown in the table until the user selects it. */
  readonly hidden?: true
  /** Computes the value, if it is not simply the attribute. */
  readonly value?: (item: Item) => unknown
}

/** A column that shows an attribute. */
export const column = (name: string, more: Omit<Column, 'name'> = {}): Column => ({ name, ...more })
