import { useState } from 'react'
import { type PeriodName, PeriodSelect, periods } from './period-select.tsx'

/** The selected period in seconds, and the control that selects it. */
export const usePeriod = (initial: PeriodName, among: readonly PeriodName[]) => {
  const [period, setPeriod] = useState<PeriodName>(initial)
  return {
    periodSeconds: periods[period],
    select: <PeriodSelect value={period} among={among} set={setPeriod} />,
  }
}

/** The periods for which measures are kept. */
export const measuredPeriods: readonly PeriodName[] = ['hour', 'day', 'week', 'month']
