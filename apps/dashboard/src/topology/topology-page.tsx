import { Bullseye, EmptyState, PageSection, Spinner, Title } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { graphOf } from './graph.ts'
import { Picture } from './picture.tsx'
import { useTopology } from './use-topology.ts'

/** The project's networks as a picture that follows changes. */
export const TopologyPage = () => {
  const { t } = useTranslation()
  const { facts, error } = useTopology()
  const graph = facts && graphOf(facts)
  return (
    <PageSection>
      <Title headingLevel="h1">{t('topology.title')}</Title>
      {error && <ProblemAlert error={error} />}
      {!graph && !error && (
        <Bullseye>
          <Spinner aria-label={t('shell.loading')} />
        </Bullseye>
      )}
      {graph?.nodes.length === 0 && <EmptyState headingLevel="h2" titleText={t('topology.none')} />}
      {graph && graph.nodes.length > 0 && <Picture graph={graph} title={t('topology.title')} />}
    </PageSection>
  )
}
