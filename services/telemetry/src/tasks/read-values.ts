import type { ServiceClient } from '@nimbo/clients/service-client'
import { aggregate } from '@nimbo/contracts/telemetry/metric/aggregates'
import { showNamedMeasures } from '@nimbo/contracts/telemetry/metric/resources'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { ReadValues } from '../app/alarming/evaluate.ts'
import type { ThresholdRule } from '../domain/alarming/alarm-rule.ts'

/** Returns the current values of the series of a PromQL query, for a project. */
export type AskPrometheus = (query: string, projectId: string | null) => Promise<readonly number[]>

const isPoint = (value: unknown): value is readonly [string, number, number] =>
  Array.isArray(value) && value.length === 3 && typeof value[2] === 'number'

const measuresIn = (answer: unknown): readonly unknown[] => {
  if (typeof answer !== 'object' || answer === null || !('measures' in answer)) return []
  const { measures } = answer
  if (typeof measures !== 'object' || measures === null || !('aggregated' in measures)) return []
  return Array.isArray(measures.aggregated) ? measures.aggregated : []
}

/** The method for aggregating across metrics: for rates it is applied to the differences of each metric. */
const acrossOf = (method: string): string => {
  const plain = method.replace('rate:', '')
  return ['mean', 'median', 'std', 'min', 'max', 'sum', 'var', 'count'].includes(plain) ? plain : 'mean'
}

/** Reads the values of a rule's last periods from the metrics service; metrics that do not exist have none. */
export const readValues = (
  metrics: ServiceClient,
  clock: Clock,
  askPrometheus: AskPrometheus,
): ReadValues => {
  const measures = async (rule: ThresholdRule): Promise<readonly unknown[]> => {
    const { granularity, evaluation_periods, aggregation_method } = rule
    const start = (clock.now() / 1000 - granularity * (evaluation_periods + 1)).toFixed(3)
    const ctx = internalContext()
    if (rule.kind === 'gnocchi_resources_threshold') {
      const path = { type: rule.resource_type, resource_id: rule.resource_id, name: rule.metric }
      const query = { start, granularity: String(granularity), aggregation: aggregation_method }
      return metrics.call(ctx, showNamedMeasures, { path, query })
    }
    const read =
      rule.kind === 'gnocchi_aggregation_by_metrics_threshold'
        ? ['metric', ...rule.metrics.map((id) => [id, aggregation_method])]
        : ['metric', rule.metric, aggregation_method]
    const search =
      rule.kind === 'gnocchi_aggregation_by_metrics_threshold'
        ? {}
        : { resource_type: rule.resource_type, search: JSON.parse(rule.query) }
    const answer = await metrics.call(ctx, aggregate, {
      query: { start, granularity: String(granularity), needed_overlap: '0' },
      body: { operations: ['aggregate', acrossOf(aggregation_method), read], ...search },
    })
    return measuresIn(answer)
  }
  return async (rule, projectId) => {
    if (rule.kind === 'prometheus') return askPrometheus(rule.query, projectId)
    try {
      return (await measures(rule)).filter(isPoint).map(([, , value]) => value)
    } catch (error) {
      if (isRemote(error, 400, 404)) return []
      throw error
    }
  }
}
