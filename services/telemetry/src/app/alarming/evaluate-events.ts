import { eventAlarms } from '../../db/alarming/alarms.ts'
import type { EventCondition, Rule } from '../../domain/alarming/alarm-rule.ts'
import { compare } from '../../domain/alarming/evaluate-threshold.ts'
import { fitsPattern } from '../../domain/metric/wildcards.ts'
import type { AlarmApp } from './alarm-app.ts'
import { settle } from './evaluate.ts'

/** An event as sent by the notification agents. */
export interface ReceivedEvent {
  readonly message_id: string
  readonly event_type: string
  readonly project_id: string
  readonly traits: Readonly<Record<string, string | number>>
}

const fieldOf = (event: ReceivedEvent, name: string): string | number | undefined => {
  const trait = name.replace(/^traits\./, '')
  if (trait !== name || Object.hasOwn(event.traits, trait)) return event.traits[trait]
  if (name === 'event_type') return event.event_type
  return name === 'message_id' ? event.message_id : undefined
}

const fits = (event: ReceivedEvent, { field, op, value, type }: EventCondition): boolean => {
  const found = fieldOf(event, field)
  if (found === undefined) return false
  const isNumber = type === 'integer' || type === 'float'
  if (isNumber) return compare(op, Number(found), Number(value))
  const order = String(found) < value ? -1 : String(found) > value ? 1 : 0
  return compare(op, order, 0)
}

/** Sets the alarms of the event's project whose rules match to `alarm`; returns whether any was. */
const raise = async (
  app: AlarmApp,
  alarms: Awaited<ReturnType<typeof eventAlarms>>,
  event: ReceivedEvent,
): Promise<boolean> => {
  let raised = false
  for (const alarm of alarms) {
    const rule: Rule = JSON.parse(alarm.rule)
    if (rule.kind !== 'event' || !fitsPattern(rule.event_type, event.event_type)) continue
    if (!rule.query.every((condition) => fits(event, condition))) continue
    if (alarm.state === 'alarm' && alarm.repeat_actions === 0) continue
    await settle(app, alarm.id, {
      state: 'alarm',
      reason: `Event <id=${event.message_id},event_type=${event.event_type}> hits the query <query=${JSON.stringify(rule.query)}>.`,
      data: { type: 'event', event },
    })
    raised = true
  }
  return raised
}

/**
 * Sets the event alarms that match to `alarm`, for one event after another; an alarm matches only events of its own project. They
 * stay in that state until a user changes it. The alarms of a project are read once for all of its events, and again after one
 * was raised.
 */
export const evaluateEvents =
  (app: AlarmApp) =>
  async (events: readonly ReceivedEvent[]): Promise<void> => {
    for (const [project, ofProject] of Map.groupBy(events, ({ project_id }) => project_id)) {
      let alarms = await eventAlarms(app.db, project)
      for (const event of ofProject)
        if (await raise(app, alarms, event)) alarms = await eventAlarms(app.db, project)
    }
  }
