import { operation } from '@nimbo/operation/operation'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { moveAction } from './move-action.ts'
import { idle } from './start-states.ts'

export const revertResize = moveAction({
  name: 'revertResize',
  operation: operation({
    ...askedByAction('revertResize'),
    id: 'servers.revert-resize',
    summary: 'Give a server its former flavor and host back',
    rule: 'os_compute_api:servers:revert_resize',
    body: onlyNamed('revertResize'),
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked', 'BadRequest', 'QuotaExceeded'],
  }),
  from: { ...idle, vmStates: ['resized'] },
  taskState: 'resize_reverting',
  command: { verb: 'resize revert', summary: 'Revert server resize' },
})
