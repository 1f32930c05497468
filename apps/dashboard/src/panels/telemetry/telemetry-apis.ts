import type { Api } from '@nimbo/operation/client/api'

/** Alarms; the paths of their operations begin with the version. */
export const alarmApi: Api = { type: 'alarming', prefix: '' }
