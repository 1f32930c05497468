import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'
import { idle } from './start-states.ts'

export const addFixedIp = apiAction({
  name: 'add_fixed_ip',
  operation: operation({
    ...askedByAction('addFixedIp'),
    id: 'servers.add-fixed-ip',
    until: '2.43',
    summary: 'Give a server another address of a network it is on',
    rule: 'os_compute_api:os-multinic:add',
    body: Type.Object(
      {
        addFixedIp: Type.Object(
          { networkId: Type.Union([Type.String({ maxLength: 255 }), Type.Integer()]) },
          exact,
        ),
      },
      exact,
    ),
  }),
  from: { ...idle, vmStates: ['active', 'paused', 'stopped'] },
})
