import { Spinner } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ResourceList } from '../list/resource-list.tsx'
import { useArea } from '../panel/area-context.ts'
import { usePanel } from '../panel/panels-context.ts'
import { keyOf, type TabProps, type TabSpec } from '../panel/panel.ts'
import { useSession } from '../session/session-context.ts'
import { CommandTab } from './command-tab.tsx'
import { JsonTab } from './json-tab.tsx'
import { Overview } from './overview.tsx'

interface Props extends TabProps {
  readonly tab: TabSpec
}

/** A list of resources that belong to the item. They link to their own pages only if their API paths do not contain the item. */
const RelatedList = ({ tab, item }: Props) => {
  const found = usePanel(tab.panel, useArea())
  const session = useSession()
  if (found === undefined) return null
  const within = tab.within?.(item, session) ?? {}
  const base = within.path === undefined ? `/${found.area}/${found.panel.id}` : undefined
  return <ResourceList panel={found.panel} within={within} base={base} />
}

/** A tab with a component of its own, which is loaded on first use. */
const OwnTab = ({ tab, panel, item }: Props) => {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['panel', 'tab', panel.id, tab.id],
    queryFn: async () => ({ Content: await tab.load?.() }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data?.Content === undefined) return <Spinner size="lg" aria-label={t('shell.loading')} />
  return <data.Content item={item} panel={panel} />
}

export const TabContent = ({ tab, panel, item }: Props) => {
  if (tab.panel !== undefined) return <RelatedList tab={tab} panel={panel} item={item} />
  if (tab.load !== undefined) return <OwnTab tab={tab} panel={panel} item={item} key={keyOf(panel, item)} />
  switch (tab.id) {
    case 'json':
      return <JsonTab item={item} />
    case 'command':
      return <CommandTab panel={panel} item={item} />
    default:
      return <Overview panel={panel} item={item} />
  }
}
