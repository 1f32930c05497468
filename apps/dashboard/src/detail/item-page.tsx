import { isRemote } from '@nimbo/operation/client/remote-fault'
import {
  Breadcrumb,
  BreadcrumbItem,
  Flex,
  FlexItem,
  PageSection,
  Skeleton,
  Tab,
  Tabs,
  TabTitleText,
  Title,
} from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { RowMenu } from '../action/row-menu.tsx'
import { StatusLabel } from '../cell/status-label.tsx'
import { labelOf, type Panel, statusOf } from '../panel/panel.ts'
import type { Within } from '../panel/within.ts'
import { useSession } from '../session/session-context.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { usePageTitle } from '../shell/use-page-title.ts'
import { GoneItem } from './gone-item.tsx'
import { TabContent } from './tab-content.tsx'
import { tabsOf } from './tabs-of.ts'
import { useItem } from './use-item.ts'

interface Props {
  readonly panel: Panel
  readonly itemKey: string
  readonly tab: string | undefined
  /** Path of the panel's list. */
  readonly base: string
}

const nowhere: Within = {}
const contentId = 'tab-content'

/** The page of an item: name, status, action menu, and tabs with a URL each. */
export const ItemPage = ({ panel, itemKey, tab, base }: Props) => {
  const { t } = useTranslation()
  const go = useNavigate()
  const session = useSession()
  const within = panel.within?.(session) ?? nowhere
  const { data: item, isPending, error } = useItem(panel, itemKey, within)
  const title = item ? labelOf(panel, item) : itemKey
  usePageTitle(title, t(`panel.${panel.id}.many`))
  const here = `${base}/${encodeURIComponent(itemKey)}`
  if (isPending)
    return (
      <PageSection aria-busy>
        <h1 className="pf-v6-u-screen-reader">{t('shell.loading')}</h1>
        <Skeleton height="12rem" screenreaderText={t('shell.loading')} />
      </PageSection>
    )
  if (!item || isRemote(error, 404))
    return (
      <GoneItem
        panel={panel}
        itemKey={itemKey}
        error={error ?? new Error(t('shell.problem.gone', { id: itemKey }))}
      />
    )
  const tabs = tabsOf(panel, item, session)
  const active = tabs.find(({ id }) => id === tab) ?? tabs[0]
  const status = statusOf(item)
  return (
    <>
      <PageSection>
        <Breadcrumb aria-label={t('shell.breadcrumb')}>
          <BreadcrumbItem
            render={({ className }) => (
              <Link className={className} to={base}>
                {t(`panel.${panel.id}.many`)}
              </Link>
            )}
          />
          <BreadcrumbItem isActive>{title}</BreadcrumbItem>
        </Breadcrumb>
        {/* The page stays, with the form that somebody may be filling in: the service is usually back soon. */}
        {error && <ProblemAlert error={error} />}
        <Flex justifyContent={{ default: 'justifyContentSpaceBetween' }}>
          <FlexItem>
            <Title headingLevel="h1">
              {title} {status !== '' && <StatusLabel status={status} />}
            </Title>
          </FlexItem>
          <FlexItem>
            <RowMenu panel={panel} item={item} within={within} worded afterDelete={() => void go(base)} />
          </FlexItem>
        </Flex>
      </PageSection>
      <PageSection type="tabs">
        <Tabs
          activeKey={active?.id ?? ''}
          onSelect={(event, id) => {
            // The browser opens the link in another tab or window.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            void go(id === 'overview' ? here : `${here}/${id}`)
          }}
          aria-label={t('shell.tabs', { name: title })}
          component="nav"
        >
          {tabs.map(({ id }) => (
            <Tab
              key={id}
              eventKey={id}
              tabContentId={contentId}
              href={`/dashboard${id === 'overview' ? here : `${here}/${id}`}`}
              title={<TabTitleText>{t(`tab.${id}`)}</TabTitleText>}
            />
          ))}
        </Tabs>
      </PageSection>
      <PageSection id={contentId} aria-label={t('shell.tabs', { name: title })}>
        {active && <TabContent tab={active} panel={panel} item={item} />}
      </PageSection>
    </>
  )
}
