import type { Item } from '../panel/item.ts'
import type { Panel, TabSpec } from '../panel/panel.ts'
import type { Session } from '../session/session.ts'

/** The tabs of an item: what it is, what belongs to it, and how the API and the command line have it. */
export const tabsOf = ({ tabs = [], command }: Panel, item: Item, session: Session): readonly TabSpec[] => [
  { id: 'overview' },
  ...tabs.filter(({ offered }) => offered?.(item, session) ?? true),
  { id: 'json' },
  ...(command === undefined ? [] : [{ id: 'command' }]),
]
