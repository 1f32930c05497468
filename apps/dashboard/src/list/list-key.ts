import type { Panel } from '../panel/panel.ts'
import type { Values } from '../panel/values.ts'
import type { Within } from '../panel/within.ts'

/** The query key of a list. Events about its kind of resource invalidate it. The list of all projects differs by `list.query`. */
export const listKey = (panel: Panel, within: Within, query: Values): readonly unknown[] => [
  panel.kind ?? panel.id,
  'list',
  panel.id,
  panel.list.query ?? {},
  within,
  query,
]
