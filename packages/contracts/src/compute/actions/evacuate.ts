import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { before, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { BooleanLike, HostName } from '../words.ts'
import { askedByAction } from './asked-by-action.ts'
import { moveAction } from './move-action.ts'

export const evacuate = moveAction({
  name: 'evacuate',
  operation: operation({
    ...askedByAction('evacuate'),
    id: 'servers.evacuate',
    summary: 'Make a server anew on another host, since its own has failed',
    rule: 'os_compute_api:os-evacuate',
    body: Type.Object(
      {
        evacuate: Type.Object(
          {
            host: Type.Optional(HostName),
            adminPass: Type.Optional(Type.String()),
            onSharedStorage: before('2.14', BooleanLike),
            force: Type.Optional(since('2.29', before('2.68', BooleanLike))),
          },
          exact,
        ),
      },
      exact,
    ),
    replies: { 200: view({ adminPass: Type.Optional(before('2.14', Type.String())) }) },
    errors: ['ServerNotFound', 'WrongState', 'NotFound', 'BadRequest'],
  }),
  from: { vmStates: ['active', 'stopped', 'error'], launched: true, lockIgnored: true },
  taskState: 'rebuilding',
})
