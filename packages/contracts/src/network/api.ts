import type { Api } from '@nimbo/operation/client/api'

/** What calls of every network operation have in common. */
export const networkApi: Api = { type: 'network', prefix: '/v2.0' }
