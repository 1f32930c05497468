import type { Api } from '@nimbo/operation/client/api'

/** The placement API. */
export const placementApi: Api = { type: 'placement', prefix: '' }
