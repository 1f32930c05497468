import { localIp, localIpOperations } from '@nimbo/contracts/network/local-ip'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

const named = [field('name'), field('description')]

export const localIps = networkPanel({
  id: 'local-ips',
  kind: localIp,
  operations: localIpOperations,
  noun: 'local ip',
  owned: true,
  columns: [
    column('name', { sort: 'name' }),
    column('local_ip_address', { label: 'ip_address' }),
    column('network_id', { look: 'reference', to: 'networks' }),
    column('local_port_id', { label: 'port_id', look: 'reference', to: 'ports' }),
    column('ip_mode'),
  ],
  details: ownedDetails,
  create: [
    ...named,
    field('network_id', { to: 'networks', when: ({ local_port_id }) => !local_port_id, option: 'network' }),
    field('local_port_id', {
      ...{ label: 'port_id', to: 'ports', option: 'local-port' },
      when: ({ network_id }) => !network_id,
    }),
    field('local_ip_address', { label: 'ip_address', advanced: true }),
    field('ip_mode', { advanced: true }),
  ],
  update: named,
  tabs: [
    { id: 'associations', panel: 'local-ip-ports', within: ({ id }) => ({ path: { local_ip_id: id } }) },
  ],
})
