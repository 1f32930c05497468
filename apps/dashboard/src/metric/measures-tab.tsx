import { Stack, StackItem } from '@patternfly/react-core'
import { useState } from 'react'
import type { TabProps } from '../panel/panel.ts'
import { MetricChart } from './metric-chart.tsx'
import { type PeriodName, PeriodSelect, periods } from './period-select.tsx'

/** What a metric measured. */
export const MeasuresTab = ({ item }: TabProps) => {
  const [period, setPeriod] = useState<PeriodName>('day')
  return (
    <Stack hasGutter>
      <StackItem>
        <PeriodSelect value={period} among={['hour', 'day', 'week', 'month']} set={setPeriod} />
      </StackItem>
      <StackItem>
        <MetricChart metric={item} periodSeconds={periods[period]} />
      </StackItem>
    </Stack>
  )
}
