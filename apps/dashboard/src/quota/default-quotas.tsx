import { Gallery, PageSection, Title } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session-context.ts'
import { usePageTitle } from '../shell/use-page-title.ts'
import { QuotaForm } from './quota-form.tsx'
import { defaultQuotas } from './quota-source.ts'

/** The default quotas. */
export const DefaultQuotas = () => {
  const { t } = useTranslation()
  const { project, services } = useSession()
  const title = t('panel.default-quotas.many')
  usePageTitle(title)
  return (
    <PageSection>
      <Title headingLevel="h1">{title}</Title>
      <Gallery hasGutter minWidths={{ default: '20rem' }}>
        {defaultQuotas(project?.id ?? '')
          .filter(({ api }) => services.includes(api.type))
          .map((source) => (
            <QuotaForm key={source.api.type} source={source} />
          ))}
      </Gallery>
    </PageSection>
  )
}
