import type { Api } from '@nimbo/operation/client/api'

/** The image API. */
export const imageApi: Api = { type: 'image', prefix: '' }
