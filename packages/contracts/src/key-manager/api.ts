import type { Api } from '@nimbo/operation/client/api'

/** What calls of every operation on secrets have in common. */
export const keyManagerApi: Api = { type: 'key-manager', prefix: '' }
