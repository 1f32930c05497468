import { ndpProxy, ndpProxyOperations } from '@nimbo/contracts/network/ndp-proxy'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

const named = [field('name'), field('description')]

export const ndpProxies = networkPanel({
  id: 'ndp-proxies',
  kind: ndpProxy,
  operations: ndpProxyOperations,
  noun: 'router ndp proxy',
  owned: true,
  columns: [
    column('name', { sort: 'name' }),
    column('ip_address'),
    column('router_id', { look: 'reference', to: 'routers' }),
    column('port_id', { look: 'reference', to: 'ports' }),
  ],
  details: ownedDetails,
  create: [
    ...named,
    field('router_id', { to: 'routers', option: false }),
    field('port_id', { to: 'ports', option: 'port' }),
    field('ip_address', { advanced: true }),
  ],
  update: named,
})
