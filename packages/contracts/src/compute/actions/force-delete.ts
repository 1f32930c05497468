import { operation } from '@nimbo/operation/operation'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'

/** Continues as a deletion, which is a separate flow. */
export const forceDelete = apiAction({
  name: 'force_delete',
  operation: operation({
    ...askedByAction('forceDelete'),
    id: 'servers.force-delete',
    summary: 'Delete a server at once',
    rule: 'os_compute_api:os-deferred-delete:force',
  }),
  from: {},
})
