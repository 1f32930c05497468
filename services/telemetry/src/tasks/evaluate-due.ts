import { messageOf } from '@nimbo/kernel/errors'
import type { AlarmApp } from '../app/alarming/alarm-app.ts'
import { evaluate, type ReadValues } from '../app/alarming/evaluate.ts'
import { alarmsDue } from '../db/alarming/alarms.ts'
import { ruleKinds } from '../domain/alarming/alarm-rule.ts'

const together = 100

const evaluated = ruleKinds.filter((kind) => kind !== 'event')

/** Evaluates the alarms whose last evaluation is `everyMs` ago; one that fails is evaluated again at its next time. */
export const evaluateDue =
  (app: AlarmApp, read: ReadValues, everyMs: number) =>
  async (stopping: AbortSignal): Promise<void> => {
    const before = new Date(app.clock.now() - everyMs).toISOString().replace('Z', '000')
    while (!stopping.aborted) {
      const alarms = await alarmsDue(app.db, evaluated, before, together)
      for (const alarm of alarms) {
        if (stopping.aborted) return
        try {
          await evaluate(app, read)(alarm)
        } catch (error) {
          app.log.warn({ alarm: alarm.id, reason: messageOf(error) }, 'an alarm could not be evaluated')
        }
      }
      if (alarms.length < together) return
    }
  }
