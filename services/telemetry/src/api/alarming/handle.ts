import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { AlarmApp } from '../../app/alarming/alarm-app.ts'
import { needAlarm } from '../../app/alarming/alarms.ts'
import { errors } from '../../alarming-errors.ts'

const kind = kindOf<AlarmApp>()

/** The `handle()` of the alarms. */
export const handle = handlersOf<AlarmApp>()({
  alarm: kind({
    by: 'alarm_id',
    find: ({ app }, id) => needAlarm(app, id),
    facts: ({ project_id, user_id }) => ({ project_id, user_id }),
    knownBy: { rule: 'telemetry:get_alarm', notFound: (id) => errors.NoSuchAlarm({ alarm: id }) },
  }),
})

/** Whom this rule counts among those who may see and do all. */
export const admins = 'context_is_admin'
