import { useState } from 'react'
import { type PeriodName, PeriodSelect, periods } from './period-select.tsx'

/** How far back one looks, in seconds, and where one chooses it. */
export const usePeriod = (initial: PeriodName, among: readonly PeriodName[]) => {
  const [period, setPeriod] = useState<PeriodName>(initial)
  return {
    periodSeconds: periods[period],
    select: <PeriodSelect value={period} among={among} set={setPeriod} />,
  }
}

/** Periods for which measures are kept. */
export const measuredPeriods: readonly PeriodName[] = ['hour', 'day', 'week', 'month']
