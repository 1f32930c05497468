import { EmptyState, EmptyStateBody, Gallery, Skeleton, Stack, StackItem } from '@patternfly/react-core'
import { useTranslation } from 'react-i18next'
import { textAt } from '../panel/item.ts'
import type { TabProps } from '../panel/panel.ts'
import { ProblemAlert } from '../shell/problem-alert.tsx'
import { MetricChart } from './metric-chart.tsx'
import { measuredPeriods, usePeriod } from './use-period.tsx'
import { useResourceMetrics } from './use-resource-metrics.ts'

/** The metrics of a server or a volume, one chart each. */
export const ResourceMetrics = ({ item, panel }: TabProps) => {
  const { t } = useTranslation()
  const { periodSeconds, select } = usePeriod('day', measuredPeriods)
  const { data, error } = useResourceMetrics(textAt(item, 'id'), panel.kind === 'server')
  if (error) return <ProblemAlert error={error} />
  if (data === undefined) return <Skeleton height="12rem" screenreaderText={t('shell.loading')} />
  if (data.length === 0)
    return (
      <EmptyState variant="sm" headingLevel="h2" titleText={t('shell.meter.none')}>
        <EmptyStateBody>{t('shell.meter.noneYet')}</EmptyStateBody>
      </EmptyState>
    )
  return (
    <Stack hasGutter>
      <StackItem>{select}</StackItem>
      <StackItem>
        <Gallery hasGutter minWidths={{ default: '100%', xl: '30rem' }}>
          {data.map(({ metric, part }) => (
            <MetricChart key={textAt(metric, 'id')} {...{ metric, part }} periodSeconds={periodSeconds} />
          ))}
        </Gallery>
      </StackItem>
    </Stack>
  )
}
