import type { Api } from '@nimbo/operation/client/api'

/** What calls of every identity operation have in common. */
export const identityApi: Api = { type: 'identity', prefix: '' }
