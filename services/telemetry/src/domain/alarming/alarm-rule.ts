import { FilterMistake, filterOf } from '../metric/resource-filter.ts'

const comparisons = ['lt', 'le', 'eq', 'ne', 'ge', 'gt'] as const
export type Comparison = (typeof comparisons)[number]

interface Threshold {
  readonly comparison_operator: Comparison
  readonly threshold: number
  readonly aggregation_method: string
  readonly evaluation_periods: number
  readonly granularity: number
}

export interface ResourceRule extends Threshold {
  readonly kind: 'gnocchi_resources_threshold'
  readonly metric: string
  readonly resource_id: string
  readonly resource_type: string
}

export interface MetricsRule extends Threshold {
  readonly kind: 'gnocchi_aggregation_by_metrics_threshold'
  readonly metrics: readonly string[]
}

export interface ResourcesRule extends Threshold {
  readonly kind: 'gnocchi_aggregation_by_resources_threshold'
  readonly metric: string
  /** A resource filter as JSON text. */
  readonly query: string
  readonly resource_type: string
}

/** A rule on the current values of a PromQL query. */
export interface PrometheusRule {
  readonly kind: 'prometheus'
  readonly query: string
  readonly comparison_operator: Comparison
  readonly threshold: number
}

export type ThresholdRule = ResourceRule | MetricsRule | ResourcesRule

export interface EventCondition {
  readonly field: string
  readonly op: Comparison
  readonly value: string
  readonly type: string
}

export interface EventRule {
  readonly kind: 'event'
  readonly event_type: string
  readonly query: readonly EventCondition[]
}

export interface CompositeRule {
  readonly kind: 'composite'
  readonly join: 'and' | 'or'
  readonly rules: readonly (CompositeRule | ThresholdRule | PrometheusRule)[]
}

/** A rule on the health of the members of a load balancer's pool. */
export interface MembersRule {
  readonly kind: 'loadbalancer_member_health'
  readonly pool_id: string
  readonly stack_id: string
  readonly autoscaling_group_id: string
}

export type Rule = ThresholdRule | PrometheusRule | EventRule | CompositeRule | MembersRule
export type RuleKind = Rule['kind']

export const ruleKinds = [
  'gnocchi_resources_threshold',
  'gnocchi_aggregation_by_metrics_threshold',
  'gnocchi_aggregation_by_resources_threshold',
  'event',
  'composite',
  'loadbalancer_member_health',
  'prometheus',
] as const satisfies readonly RuleKind[]

/** An invalid rule. */
export class RuleMistake extends Error {
  override readonly name = 'RuleMistake'
}

type Given = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (given: Given, name: string): string => {
  const value = given[name]
  if (typeof value === 'string' && value !== '') return value
  throw new RuleMistake(`Invalid input for field/attribute ${name}. Mandatory field missing or no text.`)
}

const integer = (given: Given, name: string, usual: number, least: number, most: number): number => {
  const value = given[name] ?? usual
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new RuleMistake(
    `Invalid input for field/attribute ${name}. Value: '${JSON.stringify(value)}'. It is a whole number from ${least} to ${most}.`,
  )
}

const only = (given: Given, names: readonly string[]): void => {
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new RuleMistake(`Unknown attribute: ${unknown}`)
}

const comparisonOf = (value: unknown): Comparison => {
  const found = comparisons.find((one) => one === value)
  if (found !== undefined) return found
  throw new RuleMistake(
    `Invalid input for field/attribute comparison_operator. Value: '${String(value)}'. Value should be one of: ${comparisons.join(', ')}`,
  )
}

const shared = ['comparison_operator', 'threshold', 'aggregation_method', 'evaluation_periods', 'granularity']

const limitOf = ({ threshold }: Given): number => {
  if (typeof threshold === 'number' && Number.isFinite(threshold)) return threshold
  throw new RuleMistake('Invalid input for field/attribute threshold. Mandatory field missing or no number.')
}

const thresholdOf = (given: Given): Threshold => {
  return {
    comparison_operator: comparisonOf(given.comparison_operator ?? 'eq'),
    threshold: limitOf(given),
    aggregation_method: text(given, 'aggregation_method'),
    evaluation_periods: integer(given, 'evaluation_periods', 1, 1, 100),
    granularity: integer(given, 'granularity', 60, 1, 31_536_000),
  }
}

const filterText = (given: Given): string => {
  const query = text(given, 'query')
  try {
    filterOf(JSON.parse(query))
  } catch (error) {
    if (error instanceof FilterMistake || error instanceof SyntaxError)
      throw new RuleMistake(`Query ${query} is not valid: ${error.message}`)
    throw error
  }
  return query
}

const conditionOf = (given: unknown): EventCondition => {
  if (!isObject(given)) throw new RuleMistake('a query is a list of conditions')
  only(given, ['field', 'op', 'value', 'type'])
  const { value, type = 'string' } = given
  if (typeof type !== 'string' || !['string', 'integer', 'float', 'boolean', 'datetime', ''].includes(type))
    throw new RuleMistake(`The data type ${String(type)} is not supported.`)
  if (value === undefined || isObject(value)) throw new RuleMistake('a condition has a value')
  return { field: text(given, 'field'), op: comparisonOf(given.op ?? 'eq'), value: String(value), type }
}

/** The maximum depth of nested rules. */
const deepest = 10

const compositeOf = (given: unknown, depth: number): CompositeRule => {
  if (!isObject(given) || depth > deepest)
    throw new RuleMistake('a composite rule is "and" or "or" with a list')
  const [entry, second] = Object.entries(given)
  const [join, rules] = entry ?? []
  if (second !== undefined || (join !== 'and' && join !== 'or') || !Array.isArray(rules))
    throw new RuleMistake('a composite rule is "and" or "or" with a list')
  if (rules.length < 2) throw new RuleMistake('The rules of a composite rule must be at least two')
  const inner = rules.map((rule: unknown): CompositeRule['rules'][number] => {
    if (!isObject(rule) || typeof rule.type !== 'string') return compositeOf(rule, depth + 1)
    const { type, ...rest } = rule
    const read = ruleOf(type, rest)
    if (read.kind === 'event' || read.kind === 'composite' || read.kind === 'loadbalancer_member_health')
      throw new RuleMistake(`A rule of type ${read.kind} cannot be part of a composite rule`)
    return read
  })
  return { kind: 'composite', join, rules: inner }
}

/** Reads the rule of an alarm of this type. Throws {@link RuleMistake}. */
export const ruleOf = (type: string, given: unknown): Rule => {
  if (type === 'composite') return compositeOf(given, 0)
  if (!isObject(given)) throw new RuleMistake(`${type}_rule must be set for ${type} type alarm`)
  switch (type) {
    case 'gnocchi_resources_threshold':
      only(given, [...shared, 'metric', 'resource_id', 'resource_type'])
      return {
        ...{ kind: type, ...thresholdOf(given), metric: text(given, 'metric') },
        ...{ resource_id: text(given, 'resource_id'), resource_type: text(given, 'resource_type') },
      }
    case 'gnocchi_aggregation_by_metrics_threshold': {
      only(given, [...shared, 'metrics'])
      const { metrics } = given
      if (!Array.isArray(metrics) || metrics.length === 0 || !metrics.every((one) => typeof one === 'string'))
        throw new RuleMistake('Invalid input for field/attribute metrics. It is a list of ids.')
      return { kind: type, ...thresholdOf(given), metrics: metrics.map(String) }
    }
    case 'gnocchi_aggregation_by_resources_threshold':
      only(given, [...shared, 'metric', 'query', 'resource_type'])
      return {
        ...{ kind: type, ...thresholdOf(given), metric: text(given, 'metric') },
        ...{ query: filterText(given), resource_type: text(given, 'resource_type') },
      }
    case 'prometheus':
      only(given, ['query', 'threshold', 'comparison_operator'])
      return {
        ...{ kind: type, query: text(given, 'query'), threshold: limitOf(given) },
        comparison_operator: comparisonOf(given.comparison_operator ?? 'eq'),
      }
    case 'loadbalancer_member_health':
      only(given, ['pool_id', 'stack_id', 'autoscaling_group_id'])
      return {
        ...{ kind: type, pool_id: text(given, 'pool_id'), stack_id: text(given, 'stack_id') },
        autoscaling_group_id: text(given, 'autoscaling_group_id'),
      }
    case 'event': {
      only(given, ['event_type', 'query'])
      const { query = [], event_type = '*' } = given
      if (!Array.isArray(query) || typeof event_type !== 'string')
        throw new RuleMistake('a query is a list of conditions')
      return { kind: type, event_type, query: query.map(conditionOf) }
    }
    default:
      throw new RuleMistake(`Alarm type ${type} is not supported`)
  }
}

/** A rule as in replies. */
export const ruleView = (rule: Rule): unknown => {
  if (rule.kind === 'composite')
    return {
      [rule.join]: rule.rules.map((inner) => {
        const { kind, ...rest } = inner
        return kind === 'composite' ? ruleView(inner) : { type: kind, ...rest }
      }),
    }
  const { kind: _kind, ...rest } = rule
  return rest
}
