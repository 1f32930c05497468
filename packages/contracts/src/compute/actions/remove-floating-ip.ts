import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'
import { IpAddress } from './ip-address.ts'

export const removeFloatingIp = apiAction({
  name: 'removeFloatingIp',
  operation: operation({
    ...askedByAction('removeFloatingIp'),
    id: 'servers.remove-floating-ip',
    until: '2.43',
    summary: 'Have a floating IP stand for no address of a server any more',
    rule: 'os_compute_api:os-floating-ips:remove',
    body: Type.Object({ removeFloatingIp: Type.Object({ address: IpAddress }, exact) }, exact),
  }),
  from: {},
})
