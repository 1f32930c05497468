import type { Api } from '@nimbo/operation/client/api'

/** The block storage API. */
export const volumeApi: Api = { type: 'volume', prefix: '/v3' }
