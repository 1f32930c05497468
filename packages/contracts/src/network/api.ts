import type { Api } from '@nimbo/operation/client/api'

/** The network API. */
export const networkApi: Api = { type: 'network', prefix: '/v2.0' }
