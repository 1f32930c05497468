import type { Item } from './item.ts'

/** How a value is shown. */
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

/** One thing that is shown of an item, in a table or among its details. */
export interface Column {
  /** The attribute, and the word for it (`field.<name>`). */
  readonly name: string
  /** Another word for it than the attribute's. */
  readonly label?: string
  readonly look?: Look
  /** The panel where the thing is that a `reference` names; of items of several kinds it depends on which. */
  readonly to?: string | ((item: Item) => string | undefined)
  /** What the API sorts by; absent where it cannot. */
  readonly sort?: string
  /** Not in the table until somebody chooses it. */
  readonly hidden?: true
  /** Where the value is not simply the attribute. */
  readonly value?: (item: Item) => unknown
}

/** A column that is a plain attribute. */
export const column = (name: string, more: Omit<Column, 'name'> = {}): Column => ({ name, ...more })
