import type { Item } from '../panel/item.ts'
import type { Panel, TabSpec } from '../panel/panel.ts'

/** The tabs of an item: what it is, what belongs to it, and how the API and the command line have it. */
export const tabsOf = ({ tabs = [], command }: Panel, item: Item): readonly TabSpec[] => [
  { id: 'overview' },
  ...tabs.filter(({ offered }) => offered?.(item) ?? true),
  { id: 'json' },
  ...(command === undefined ? [] : [{ id: 'command' }]),
]
