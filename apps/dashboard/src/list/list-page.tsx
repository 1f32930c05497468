import { PageSection, Title } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import type { Panel } from '../panel/panel.ts'
import { useSession } from '../session/session-context.ts'
import { usePageTitle } from '../shell/use-page-title.ts'
import { ResourceList } from './resource-list.tsx'

/** The page with a panel's list. */
export const ListPage = ({ panel, base }: { readonly panel: Panel; readonly base: string }) => {
  const { t } = useTranslation()
  const title = t(`panel.${panel.id}.many`)
  const session = useSession()
  usePageTitle(title)
  return (
    <PageSection>
      <Title headingLevel="h1">{title}</Title>
      <ResourceList key={panel.id} panel={panel} base={base} within={panel.within?.(session)} />
    </PageSection>
  )
}
