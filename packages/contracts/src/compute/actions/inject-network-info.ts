import { operation } from '@nimbo/operation/operation'
import { askedByAction, onlyNamed } from './asked-by-action.ts'
import { hostAction } from './host-action.ts'

/** Reads the server's ports from Neutron and updates its interfaces. */
export const injectNetworkInfo = hostAction({
  name: 'inject_network_info',
  operation: operation({
    ...askedByAction('injectNetworkInfo'),
    id: 'servers.inject-network-info',
    summary: 'Bring what a server shows of its interfaces up to date',
    rule: 'os_compute_api:os-admin-actions:inject_network_info',
    body: onlyNamed('injectNetworkInfo'),
  }),
  from: {},
  taskState: null,
  event: 'compute_inject_network_info',
  order: {},
})
