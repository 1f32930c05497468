import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'
import { IpAddress } from './ip-address.ts'

export const addFloatingIp = apiAction({
  name: 'addFloatingIp',
  operation: operation({
    ...askedByAction('addFloatingIp'),
    id: 'servers.add-floating-ip',
    until: '2.43',
    summary: 'Have a floating IP stand for an address of a server',
    rule: 'os_compute_api:os-floating-ips:add',
    body: Type.Object(
      { addFloatingIp: Type.Object({ address: IpAddress, fixed_address: Type.Optional(IpAddress) }, exact) },
      exact,
    ),
  }),
  from: {},
})
