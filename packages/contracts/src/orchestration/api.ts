import type { Api } from '@nimbo/operation/client/api'

/** What calls of every operation on stacks have in common. */
export const orchestrationApi: Api = { type: 'orchestration', prefix: '' }
