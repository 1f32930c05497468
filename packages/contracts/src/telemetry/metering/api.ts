import type { Api } from '@nimbo/operation/client/api'

/** What calls of every operation on samples and events have in common. */
export const meteringApi: Api = { type: 'metering', prefix: '' }
