import { CliError } from '../../cloud/cli-error.ts'
import { given, isRow } from '../../cloud/json-values.ts'
import { also, decimal, integer, list, oneOf, text, yesOrNo } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import type { Row } from '../../output/result.ts'
import { conditionsIn } from './event-query.ts'

export const alarmTypes = [
  'event',
  'composite',
  'threshold',
  'gnocchi_resources_threshold',
  'gnocchi_aggregation_by_metrics_threshold',
  'gnocchi_aggregation_by_resources_threshold',
  'loadbalancer_member_health',
] as const

export const alarmStates = ['ok', 'alarm', 'insufficient data'] as const

const operators = ['lt', 'le', 'eq', 'ne', 'ge', 'gt'] as const

const hook = (state: string) =>
  list('<Webhook URL>', `URL to call when the alarm changes to the state ${state} (repeatable)`)

/** The options of alarms of all types. */
export const alarmOptions = {
  projectId: text('<PROJECT_ID>', 'Project to associate with alarm (admin only)'),
  userId: text('<USER_ID>', 'User to associate with alarm (admin only)'),
  description: text('<DESCRIPTION>', 'Free text description of the alarm'),
  state: oneOf(alarmStates, 'State of the alarm'),
  severity: oneOf(['low', 'moderate', 'critical'], 'Severity of the alarm'),
  enabled: yesOrNo('Whether the alarm is enabled (evaluated)'),
  alarmAction: hook('alarm'),
  okAction: hook('OK'),
  insufficientDataAction: hook('insufficient data'),
  timeConstraint: list(
    '<Time Constraint>',
    'Evaluate only during: name=NAME;start=CRON;duration=SECONDS;[description=TEXT;[timezone=ZONE]] (repeatable)',
  ),
  repeatActions: yesOrNo('Whether actions are repeated while the alarm remains in its state'),
  query: text('<QUERY>', 'Query: key[op]data_type::value;… for events and samples, JSON for resources'),
  comparisonOperator: oneOf(operators, 'Operator that compares the value with the threshold'),
  evaluationPeriods: integer('<EVAL_PERIODS>', 'Number of periods to evaluate over'),
  threshold: decimal('<THRESHOLD>', 'Threshold to compare the value with'),
  eventType: text('<EVENT_TYPE>', 'Event type to match (default: all)'),
  meterName: also(text('<METER NAME>', 'Meter whose samples are evaluated'), '-m'),
  period: integer('<PERIOD>', 'Length of each evaluation period, in seconds'),
  statistic: oneOf(
    ['max', 'min', 'avg', 'sum', 'count'],
    'Statistic of the samples that is compared with the threshold',
  ),
  granularity: text('<GRANULARITY>', 'Granularity of the measures to evaluate, in seconds'),
  aggregationMethod: text(
    '<AGGR_METHOD>',
    'Aggregation method of the measures that are compared with the threshold',
  ),
  metric: also(
    list('<METRIC>', 'ID or name of a metric, depending on the alarm type (repeatable)'),
    '--metrics',
  ),
  resourceType: text('<RESOURCE_TYPE>', 'Type of the resources'),
  resourceId: text('<RESOURCE_ID>', 'ID of the resource'),
  compositeRule: text('<COMPOSITE_RULE>', 'Rules joined by "and" and "or", as JSON'),
  stackId: text('<STACK_NAME_OR_ID>', 'Stack that contains the load balancer (name or ID)'),
  poolId: text('<LOADBALANCER_POOL_NAME_OR_ID>', 'Load balancer pool whose members are checked (name or ID)'),
  autoscalingGroupId: text('<AUTOSCALING_GROUP_NAME_OR_ID>', 'Autoscaling group of the members (name or ID)'),
}

type Said = { readonly [Name in keyof typeof alarmOptions]: ReturnType<(typeof alarmOptions)[Name]['read']> }

const constraint = (words: string): Row =>
  Object.fromEntries(
    words.split(';').map((part) => {
      const equals = part.indexOf('=')
      if (equals < 1)
        throw new UsageError(
          `argument --time-constraint: must be a list of key1=value1;key2=value2;... not ${words}`,
        )
      return [part.slice(0, equals).trim(), part.slice(equals + 1).replace(/^[\s"']+|[\s"']+$/g, '')]
    }),
  )

/** An empty word clears the list. */
const listed = (words: readonly string[]) =>
  words.length === 0 ? undefined : words.filter((word) => word !== '')

const json = (name: string, written: string | undefined): unknown => {
  if (written === undefined) return undefined
  try {
    return JSON.parse(written)
  } catch (error) {
    throw new CliError(`--${name} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

const compared = (said: Said) => ({
  comparison_operator: said.comparisonOperator,
  evaluation_periods: said.evaluationPeriods,
  threshold: said.threshold,
})

const gnocchi = (said: Said) => ({
  ...compared(said),
  granularity: said.granularity === undefined ? undefined : Number(said.granularity),
  aggregation_method: said.aggregationMethod,
})

const conditions = ({ query }: Said) => (query === undefined ? undefined : conditionsIn(query))

/** The members of the rule of an alarm type. */
const ruleOf = (type: string, said: Said): unknown => {
  const [metric] = said.metric
  switch (type) {
    case 'event':
      return given({ event_type: said.eventType, query: conditions(said) })
    case 'threshold':
      return given({
        ...compared(said),
        ...{ meter_name: said.meterName, period: said.period, statistic: said.statistic },
        query: conditions(said),
      })
    case 'gnocchi_resources_threshold':
      return given({
        ...gnocchi(said),
        metric,
        resource_id: said.resourceId,
        resource_type: said.resourceType,
      })
    case 'gnocchi_aggregation_by_metrics_threshold':
      return given({ ...gnocchi(said), metrics: listed(said.metric) })
    case 'gnocchi_aggregation_by_resources_threshold':
      return given({ ...gnocchi(said), metric, query: said.query, resource_type: said.resourceType })
    case 'loadbalancer_member_health':
      return given({
        ...{ stack_id: said.stackId, pool_id: said.poolId },
        autoscaling_group_id: said.autoscalingGroupId,
      })
    default:
      return json('composite-rule', said.compositeRule)
  }
}

/** The request body of an alarm: its attributes, and its rule under the type's name, merged with those of `before`. */
export const alarmBody = (type: string, said: Said, before: Row = {}): Row => {
  const key = `${type}_rule`
  const [old, rule] = [before[key], ruleOf(type, said)]
  const whole = type !== 'composite' && isRow(old) && isRow(rule) ? { ...old, ...rule } : (rule ?? old)
  return given({
    type,
    project_id: said.projectId,
    user_id: said.userId,
    description: said.description,
    state: said.state,
    severity: said.severity,
    enabled: said.enabled,
    alarm_actions: listed(said.alarmAction),
    ok_actions: listed(said.okAction),
    insufficient_data_actions: listed(said.insufficientDataAction),
    time_constraints: said.timeConstraint.length > 0 ? said.timeConstraint.map(constraint) : undefined,
    repeat_actions: said.repeatActions,
    [key]: whole,
  })
}
