import type { Api } from '@nimbo/operation/client/api'

/** The alarm API. */
export const alarmingApi: Api = { type: 'alarming', prefix: '' }
