import type { Api } from '@nimbo/operation/client/api'

/** What calls of every placement operation have in common. */
export const placementApi: Api = { type: 'placement', prefix: '' }
