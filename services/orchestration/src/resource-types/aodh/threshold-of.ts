import { integer, number, oneOf, string } from '../../resource-type/property.ts'
import { present } from '../../resource-type/present.ts'

interface Threshold {
  readonly threshold: number
  readonly comparison_operator?: string
  readonly evaluation_periods?: number
  readonly aggregation_method?: string
  readonly granularity?: number
}

/** The properties of a threshold. */
export const thresholdProperties = {
  comparison_operator: oneOf(['le', 'ge', 'eq', 'lt', 'gt', 'ne'], { update: 'in-place' }),
  evaluation_periods: integer({ update: 'in-place' }),
  aggregation_method: string({ update: 'in-place' }),
  granularity: integer({ update: 'in-place' }),
  threshold: number({ required: true, update: 'in-place' }),
} as const

/** The threshold's fields of an alarm rule. */
export const thresholdOf = (given: Threshold) => {
  const { threshold, comparison_operator, evaluation_periods, aggregation_method, granularity } = given
  return present({ threshold, comparison_operator, evaluation_periods, aggregation_method, granularity })
}
