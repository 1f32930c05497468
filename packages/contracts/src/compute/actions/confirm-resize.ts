import { empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { moveAction } from './move-action.ts'
import { idle } from './start-states.ts'

export const confirmResize = moveAction({
  name: 'confirmResize',
  operation: operation({
    ...askedByAction('confirmResize'),
    id: 'servers.confirm-resize',
    summary: 'Keep a server as it is after a resize or a migration',
    rule: 'os_compute_api:servers:confirm_resize',
    body: onlyNamed('confirmResize'),
    replies: { 204: empty },
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked', 'BadRequest'],
  }),
  from: { ...idle, vmStates: ['resized'] },
  taskState: 'resize_confirming',
  command: { verb: 'resize confirm', summary: 'Confirm server resize' },
})
