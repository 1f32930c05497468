import { Bullseye, EmptyState, PageSection, Spinner } from '@patternfly/react-core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ItemPage } from '../detail/item-page.tsx'
import { ListPage } from '../list/list-page.tsx'
import { AreaContext } from '../panel/area-context.ts'
import type { Entry } from '../panel/entry.ts'
import { entryAt } from '../panels/registry.ts'
import { isOperator } from '../session/session.ts'
import { useSession } from '../session/session-context.ts'
import { entryQuery } from './entry-query.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const Loaded = ({ entry }: { readonly entry: Entry }) => {
  const { t } = useTranslation()
  const { itemKey, tab } = useParams()
  const { data, error } = useQuery(entryQuery(entry))
  const base = `/${entry.area}/${entry.name}`
  if (error) throw error
  if (data?.Page) return <data.Page />
  if (data?.panel === undefined)
    return (
      <Bullseye aria-busy>
        <h1 className="pf-v6-u-screen-reader">{t('shell.loading')}</h1>
        <Spinner aria-label={t('shell.loading')} />
      </Bullseye>
    )
  if (itemKey === undefined) return <ListPage key={base} panel={data.panel} base={base} />
  return <ItemPage key={`${base}/${itemKey}`} panel={data.panel} itemKey={itemKey} tab={tab} base={base} />
}

/** The page of a navigation entry; its code is loaded on first use. */
export const EntryPage = () => {
  const { t } = useTranslation()
  const session = useSession()
  const { area = '', name = '' } = useParams()
  const entry = entryAt(area, name)
  const missing = entry === undefined || (entry.area === 'admin' && !isOperator(session))
  if (missing)
    return (
      <PageSection>
        <EmptyState headingLevel="h1" titleText={t('shell.problem.noPage')} />
      </PageSection>
    )
  return (
    <AreaContext value={entry.area}>
      <ErrorBoundary key={`${area}/${name}`}>
        <Loaded entry={entry} />
      </ErrorBoundary>
    </AreaContext>
  )
}
