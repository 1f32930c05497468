import { Alert, Bullseye, EmptyState, PageSection, Spinner, Title } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { graphOf } from './graph.ts'
import { Picture } from './picture.tsx'
import { useTopology } from './use-topology.ts'

/** The project's networks as a picture that follows changes. */
export const TopologyPage = () => {
  const { t } = useTranslation()
  const { facts, cuts, error } = useTopology()
  const graph = facts && graphOf(facts)
  return (
    <PageSection>
      <Title headingLevel="h1">{t('topology.title')}</Title>
      {error && <ProblemAlert error={error} />}
      {cuts.map(({ panel, most }) => (
        <Alert
          key={panel}
          component="p"
          isInline
          variant="info"
          title={t('topology.cut', { kind: t(`panel.${panel}.many`), most })}
        />
      ))}
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
