import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'
import { IpAddress } from './ip-address.ts'
import { idle } from './start-states.ts'

export const removeFixedIp = apiAction({
  name: 'remove_fixed_ip',
  operation: operation({
    ...askedByAction('removeFixedIp'),
    id: 'servers.remove-fixed-ip',
    until: '2.43',
    summary: 'Take an address away from a server',
    rule: 'os_compute_api:os-multinic:remove',
    body: Type.Object({ removeFixedIp: Type.Object({ address: IpAddress }, exact) }, exact),
  }),
  from: { ...idle, vmStates: ['active', 'paused', 'stopped'] },
})
