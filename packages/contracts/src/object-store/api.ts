import type { Api } from '@nimbo/operation/client/api'

/** What calls of every operation on objects have in common. */
export const objectStoreApi: Api = { type: 'object-store', prefix: '' }
