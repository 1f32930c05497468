import { Gallery, PageSection, Title } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { ResourceList } from '../list/resource-list.tsx'
import { usePanel } from '../panel/panels-context.ts'
import { useSession } from '../session/session-context.ts'
import { usePageTitle } from '../shell/use-page-title.ts'
import { LimitsCard } from './limits-card.tsx'
import { useComputeLimits, useNetworkLimits, useVolumeLimits } from './use-limits.ts'

/** The overview page of a project: its quotas and servers. */
export const Overview = () => {
  const { t } = useTranslation()
  const { project, services } = useSession()
  const title = t('shell.overview', { project: project?.name ?? '' })
  usePageTitle(title)
  const compute = useComputeLimits()
  const volume = useVolumeLimits()
  const network = useNetworkLimits()
  const servers = usePanel('servers', 'project')
  return (
    <>
      <PageSection>
        <Title headingLevel="h1">{title}</Title>
      </PageSection>
      <PageSection>
        <Gallery hasGutter minWidths={{ default: '16rem' }}>
          <LimitsCard title={t('area.project.compute')} limits={compute} />
          {services.includes('volume') && <LimitsCard title={t('area.project.volume')} limits={volume} />}
          {services.includes('network') && <LimitsCard title={t('area.project.network')} limits={network} />}
        </Gallery>
      </PageSection>
      <PageSection>
        <Title headingLevel="h2">{t('panel.servers.many')}</Title>
        {servers && <ResourceList panel={servers.panel} base="/project/servers" />}
      </PageSection>
    </>
  )
}
