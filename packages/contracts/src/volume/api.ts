import type { Api } from '@nimbo/operation/client/api'

/** What calls of every block storage operation have in common. */
export const volumeApi: Api = { type: 'volume', prefix: '/v3' }
