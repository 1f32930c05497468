import type { Api } from '@nimbo/operation/client/api'

/** The key manager API. */
export const keyManagerApi: Api = { type: 'key-manager', prefix: '' }
