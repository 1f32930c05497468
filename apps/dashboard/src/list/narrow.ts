import { type Item, textAt, valueAt } from '../panel/item.ts'
import type { Panel } from '../panel/panel.ts'
import { nameOf } from '../panel/panel.ts'
import type { ListState } from './list-state.ts'

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const compare = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one ?? ''), String(other ?? ''))

const matches = (item: Item, name: string, wanted: string): boolean => {
  const text = name === 'name' ? `${nameOf(item)} ${textAt(item, 'id')}` : textAt(item, name)
  return text.toLowerCase().includes(wanted.toLowerCase())
}

/** Filters and sorts items in the browser, for what the API cannot do. */
export const narrowed = (panel: Panel, items: readonly Item[], state: ListState): readonly Item[] => {
  const filters = (panel.filters ?? []).filter(({ byPage }) => byPage || panel.list.items !== undefined)
  const left = items.filter((item) =>
    filters.every(({ name }) => {
      const wanted = state.filters[name]
      return wanted === undefined || matches(item, name, wanted)
    }),
  )
  const { sort } = state
  if (sort === undefined) return left
  const sign = sort.down ? -1 : 1
  return left.toSorted((one, other) => sign * compare(valueAt(one, sort.by), valueAt(other, sort.by)))
}
