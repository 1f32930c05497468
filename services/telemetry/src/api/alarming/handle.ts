import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { AlarmApp } from '../../app/alarming/alarm-app.ts'
import { needAlarm } from '../../app/alarming/alarms.ts'
import { errors } from '../../alarming-errors.ts'

const kind = kindOf<AlarmApp>()

/** `handle()` of the alarm API, with the kind of resource its operations act on. */
export const handle = handlersOf<AlarmApp>()({
  alarm: kind({
    by: 'alarm_id',
    find: ({ app }, id) => needAlarm(app, id),
    facts: ({ project_id, user_id }) => ({ project_id, user_id }),
    knownBy: { rule: 'telemetry:get_alarm', notFound: (id) => errors.NoSuchAlarm({ alarm: id }) },
  }),
})

/** The policy rule of administrators, who may see and change the alarms of all projects. */
export const admins = 'context_is_admin'
