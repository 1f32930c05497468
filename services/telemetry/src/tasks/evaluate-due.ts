import { messageOf } from '@nimbo/kernel/errors'
import type { AlarmApp } from '../app/alarming/alarm-app.ts'
import { evaluate, type ReadValues } from '../app/alarming/evaluate.ts'
import { type Alarm, alarmsDue } from '../db/alarming/alarms.ts'
import { ruleKinds } from '../domain/alarming/alarm-rule.ts'

const together = 100
/** How many alarms are evaluated at the same time, so that a Prometheus server that hangs does not delay each of the others. */
const atOnce = 10

const evaluated = ruleKinds.filter((kind) => kind !== 'event')

/** Evaluates the alarms whose last evaluation is `everyMs` ago; one that fails is evaluated again at its next time. */
export const evaluateDue =
  (app: AlarmApp, read: ReadValues, everyMs: number) =>
  async (stopping: AbortSignal): Promise<void> => {
    const before = new Date(app.clock.now() - everyMs).toISOString().replace('Z', '000')
    const evaluateOne = async (alarm: Alarm): Promise<void> => {
      try {
        await evaluate(app, read)(alarm)
      } catch (error) {
        app.log.warn({ alarm: alarm.id, reason: messageOf(error) }, 'an alarm could not be evaluated')
      }
    }
    while (!stopping.aborted) {
      const alarms = await alarmsDue(app.db, evaluated, before, together)
      for (let from = 0; from < alarms.length && !stopping.aborted; from += atOnce)
        await Promise.all(alarms.slice(from, from + atOnce).map(evaluateOne))
      if (alarms.length < together) return
    }
  }
