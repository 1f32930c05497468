import { exact, oneOf } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'

export const resetState = apiAction({
  name: 'reset state',
  operation: operation({
    ...askedByAction('os-resetState'),
    id: 'servers.reset-state',
    summary: 'Set the state of a server',
    rule: 'os_compute_api:os-admin-actions:reset_state',
    body: Type.Object({ 'os-resetState': Type.Object({ state: oneOf(['active', 'error']) }, exact) }, exact),
  }),
  from: { lockIgnored: true },
})
