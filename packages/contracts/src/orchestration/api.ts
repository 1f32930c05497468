import type { Api } from '@nimbo/operation/client/api'

/** The orchestration API. */
export const orchestrationApi: Api = { type: 'orchestration', prefix: '' }
