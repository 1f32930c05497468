import type { Panel } from '../panel/panel.ts'
import type { Values } from '../panel/values.ts'
import type { Within } from '../panel/within.ts'

/** The query key of a list: events about its kind of resource make it read again. The list of an admin asks differently. */
export const listKey = (panel: Panel, within: Within, query: Values): readonly unknown[] => [
  panel.kind ?? panel.id,
  'list',
  panel.id,
  panel.list.query ?? {},
  within,
  query,
]
