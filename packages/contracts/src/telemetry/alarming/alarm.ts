import { checkedByHandler } from '@nimbo/operation/checked-by-handler'
import { nullable, oneOf, view } from '@nimbo/operation/content'
import { Type } from 'typebox'

const Text = Type.String()
const Texts = Type.Array(Text)
const Comparison = oneOf(['lt', 'le', 'eq', 'ne', 'ge', 'gt'])
const Given = Type.Record(Text, Type.Unknown())

const threshold = {
  comparison_operator: Comparison,
  threshold: Type.Number(),
  aggregation_method: Text,
  evaluation_periods: Type.Integer(),
  granularity: Type.Integer(),
}

/** Rules by alarm type. */
const rules = {
  gnocchi_resources_threshold_rule: view({
    ...{ ...threshold, metric: Text, resource_id: Text, resource_type: Text },
  }),
  gnocchi_aggregation_by_metrics_threshold_rule: view({ ...threshold, metrics: Texts }),
  gnocchi_aggregation_by_resources_threshold_rule: view({
    ...{ ...threshold, metric: Text, query: Text, resource_type: Text },
  }),
  event_rule: view({
    event_type: Text,
    query: Type.Array(view({ field: Text, op: Comparison, value: Text, type: Text })),
  }),
  prometheus_rule: view({ query: Text, comparison_operator: Comparison, threshold: Type.Number() }),
  loadbalancer_member_health_rule: view({ pool_id: Text, stack_id: Text, autoscaling_group_id: Text }),
  /** Threshold rules with their types, possibly nested. */
  composite_rule: Type.Union([view({ and: Type.Array(Given) }), view({ or: Type.Array(Given) })]),
}

/** Attributes in requests. */
const said = {
  name: Text,
  type: Text,
  description: Text,
  enabled: Type.Boolean(),
  severity: oneOf(['low', 'moderate', 'critical']),
  state: oneOf(['ok', 'alarm', 'insufficient data']),
  repeat_actions: Type.Boolean(),
  ok_actions: Texts,
  alarm_actions: Texts,
  insufficient_data_actions: Texts,
  time_constraints: Type.Array(
    view({ name: Text, description: Text, start: Text, duration: Type.Integer(), timezone: Text }),
  ),
}

type AlarmView = Readonly<Record<string, unknown>>

/** An alarm in replies. */
export const Alarm = Type.Unsafe<AlarmView>(
  view({
    ...said,
    alarm_id: Text,
    user_id: nullable(Text),
    project_id: nullable(Text),
    state_reason: Text,
    timestamp: Text,
    state_timestamp: Text,
    evaluate_timestamp: Text,
    ...Type.Partial(Type.Object(rules)).properties,
  }),
)

/** An alarm in requests, validated by the handler with Aodh's messages. */
export const AlarmInput = checkedByHandler(
  Type.Unsafe<AlarmView>(
    Type.Object({
      ...Type.Partial(Type.Object({ ...said, user_id: Text, project_id: Text })).properties,
      ...{ name: Text, type: Text },
      ...Type.Partial(Type.Object(rules)).properties,
    }),
  ),
)
