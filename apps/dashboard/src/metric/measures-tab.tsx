import { Stack, StackItem } from '@patternfly/react-core'
import type { TabProps } from '../panel/panel.ts'
import { MetricChart } from './metric-chart.tsx'
import { measuredPeriods, usePeriod } from './use-period.tsx'

/** What a metric measured. */
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
