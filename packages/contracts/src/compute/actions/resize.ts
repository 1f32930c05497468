import { exact, oneOf } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { askedByAction } from './asked-by-action.ts'
import { moveAction } from './move-action.ts'
import { idle } from './start-states.ts'

export const resize = moveAction({
  name: 'resize',
  operation: operation({
    ...askedByAction('resize'),
    id: 'servers.resize',
    summary: 'Give a server another flavor, which takes it to another host; it is to be confirmed',
    rule: 'os_compute_api:servers:resize',
    body: Type.Object(
      {
        resize: Type.Object(
          {
            flavorRef: Type.Union([Type.String({ minLength: 1 }), Type.Integer({ minimum: 0 })]),
            'OS-DCF:diskConfig': Type.Optional(oneOf(['AUTO', 'MANUAL'])),
          },
          exact,
        ),
      },
      exact,
    ),
    errors: ['ServerNotFound', 'WrongState', 'ServerLocked', 'BadRequest', 'QuotaExceeded'],
  }),
  from: { ...idle, vmStates: ['active', 'stopped'] },
  taskState: 'resize_prep',
})
