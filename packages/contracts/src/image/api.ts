import type { Api } from '@nimbo/operation/client/api'

/** What calls of every image operation have in common. */
export const imageApi: Api = { type: 'image', prefix: '' }
