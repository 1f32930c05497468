import type { Api } from '@nimbo/operation/client/api'

/** What calls of every operation on alarms have in common. */
export const alarmingApi: Api = { type: 'alarming', prefix: '' }
