import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { askedByAction } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'
import { idle } from './start-states.ts'

/** The order does not contain the password, which is stored encrypted with the server. */
export const changePassword = hostAction({
  name: 'changePassword',
  operation: operation({
    ...askedByAction('changePassword'),
    id: 'servers.change-password',
    summary: 'Have the agent in a guest set the password of its administrator',
    rule: 'os_compute_api:os-admin-password',
    body: Type.Object({ changePassword: Type.Object({ adminPass: Type.String() }, exact) }, exact),
  }),
  from: { ...idle, vmStates: ['active'] },
  taskState: 'updating_password',
  endsIn: 'active',
  event: 'compute_set_admin_password',
  order: {},
})
