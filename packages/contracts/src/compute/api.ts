import type { Api } from '@nimbo/operation/client/api'

/** What calls of every compute operation have in common. */
export const computeApi: Api = { type: 'compute', prefix: '/v2.1' }
