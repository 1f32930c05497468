import { Stack, StackItem } from '@patternfly/react-core'
import type { TabProps } from '../panel/panel.ts'
import { MetricChart } from './metric-chart.tsx'
import { measuredPeriods, usePeriod } from './use-period.tsx'

/** The measures of a metric. */
export const MeasuresTab = ({ item }: TabProps) => {
  const { periodSeconds, select } = usePeriod('day', measuredPeriods)
  return (
    <Stack hasGutter>
      <StackItem>{select}</StackItem>
      <StackItem>
        <MetricChart metric={item} periodSeconds={periodSeconds} />
      </StackItem>
    </Stack>
  )
}
