import type { Item } from '../panel/item.ts'
import type { Panel, TabSpec } from '../panel/panel.ts'
import { sourceSpecs } from '../source/source-specs.ts'
import type { Session } from '../session/session.ts'

const sourceTab: TabSpec = {
  id: 'source',
  load: async () => (await import('../source/source-tab.tsx')).SourceTab,
}

/** The tabs of an item: overview, those of its panel, JSON, CLI commands, and source (Heat and Terraform). */
export const tabsOf = (
  { id, tabs = [], command }: Panel,
  item: Item,
  session: Session,
): readonly TabSpec[] => [
  { id: 'overview' },
  ...tabs.filter(({ offered }) => offered?.(item, session) ?? true),
  { id: 'json' },
  ...(command === undefined ? [] : [{ id: 'command' }]),
  ...(id in sourceSpecs ? [sourceTab] : []),
]
