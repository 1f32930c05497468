import type { ChangeView } from '@nimbo/contracts/telemetry/alarming/alarms'
import type { Alarm, Change } from '../../db/alarming/alarms.ts'
import { type Rule, ruleView } from '../../domain/alarming/alarm-rule.ts'

/** An alarm as in replies: its rule is in the property named after its type, such as `event_rule`. */
export const alarmView = (alarm: Alarm): Readonly<Record<string, unknown>> => {
  const rule: Rule = JSON.parse(alarm.rule)
  return {
    alarm_id: alarm.id,
    type: alarm.type,
    name: alarm.name,
    description: alarm.description,
    enabled: alarm.enabled === 1,
    user_id: alarm.user_id,
    project_id: alarm.project_id,
    state: alarm.state,
    state_reason: alarm.state_reason,
    severity: alarm.severity,
    timestamp: alarm.timestamp,
    state_timestamp: alarm.state_timestamp,
    evaluate_timestamp: alarm.evaluate_timestamp === '' ? alarm.timestamp : alarm.evaluate_timestamp,
    repeat_actions: alarm.repeat_actions === 1,
    time_constraints: JSON.parse(alarm.time_constraints),
    ...JSON.parse(alarm.actions),
    [`${alarm.type}_rule`]: ruleView(rule),
  }
}

/** A change of an alarm as in replies. */
export const changeView = ({ position: _position, ...change }: Change): ChangeView => change
