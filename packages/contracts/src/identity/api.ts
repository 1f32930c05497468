import type { Api } from '@nimbo/operation/client/api'

/** The identity API. */
export const identityApi: Api = { type: 'identity', prefix: '' }
