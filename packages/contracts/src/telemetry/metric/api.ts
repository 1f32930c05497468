import type { Api } from '@nimbo/operation/client/api'

/** What calls of every operation of the metrics service have in common. */
export const metricApi: Api = { type: 'metric', prefix: '' }
