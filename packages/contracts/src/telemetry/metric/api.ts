import type { Api } from '@nimbo/operation/client/api'

/** The metrics API. */
export const metricApi: Api = { type: 'metric', prefix: '' }
