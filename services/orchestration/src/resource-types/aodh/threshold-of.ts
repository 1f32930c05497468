import { present } from '../../resource-type/present.ts'

interface Threshold {
  readonly threshold: number
  readonly comparison_operator?: string
  readonly evaluation_periods?: number
  readonly aggregation_method?: string
  readonly granularity?: number
}

/** When a measure is too much, as rules about measures have it. */
export const thresholdOf = (given: Threshold) => {
  const { threshold, comparison_operator, evaluation_periods, aggregation_method, granularity } = given
  return present({ threshold, comparison_operator, evaluation_periods, aggregation_method, granularity })
}
