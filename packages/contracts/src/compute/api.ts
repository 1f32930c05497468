import type { Api } from '@nimbo/operation/client/api'

/** The compute API. */
export const computeApi: Api = { type: 'compute', prefix: '/v2.1' }
