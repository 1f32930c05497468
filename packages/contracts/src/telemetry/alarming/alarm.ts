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

/** By the type of an alarm, its rule; an alarm has the one that its type names. */
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
  /** Rules of thresholds with their type, and such as this one again. */
  composite_rule: Type.Union([view({ and: Type.Array(Given) }), view({ or: Type.Array(Given) })]),
}

/** What clients say of an alarm. */
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

/** An alarm as replies have it. */
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

/** What is said of an alarm; the handler checks it, in the words that clients know. */
export const AlarmInput = checkedByHandler(
  Type.Unsafe<AlarmView>(
    Type.Object({
      ...Type.Partial(Type.Object({ ...said, user_id: Text, project_id: Text })).properties,
      ...{ name: Text, type: Text },
      ...Type.Partial(Type.Object(rules)).properties,
    }),
  ),
)
