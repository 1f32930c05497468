import type { Api } from '@nimbo/operation/client/api'

/** The metering API. */
export const meteringApi: Api = { type: 'metering', prefix: '' }
