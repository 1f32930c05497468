import type { Api } from '@nimbo/operation/client/api'

/** The object storage API. */
export const objectStoreApi: Api = { type: 'object-store', prefix: '' }
