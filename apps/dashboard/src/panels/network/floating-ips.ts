import { floatingIp, floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

const external = { 'router:external': true }

export const floatingIps = networkPanel({
  id: 'floating-ips',
  kind: floatingIp,
  operations: floatingIpOperations,
  noun: 'floating ip',
  owned: true,
  columns: [
    column('floating_ip_address', { sort: 'floating_ip_address' }),
    column('fixed_ip_address', { sort: 'fixed_ip_address' }),
    column('port_id', { look: 'reference', to: 'ports' }),
    column('floating_network_id', { look: 'reference', to: 'networks' }),
    column('status', { look: 'status', sort: 'status' }),
  ],
  details: [column('router_id', { look: 'reference', to: 'routers' }), column('dns_name'), ...ownedDetails],
  filters: [
    { name: 'floating_ip_address', byPage: true },
    { name: 'status', choices: ['ACTIVE', 'DOWN', 'ERROR'] },
  ],
  create: [
    field('floating_network_id', { to: 'networks', narrow: external, required: true, option: false }),
    field('port_id', { to: 'ports', option: 'port' }),
    field('floating_ip_address', { advanced: true }),
    field('description', { advanced: true }),
  ],
  update: [field('description')],
  actions: [
    {
      id: 'associate',
      operation: floatingIpOperations.update,
      form: {
        key: 'floatingip',
        fields: [
          field('port_id', { to: 'ports', required: true, option: 'port' }),
          field('fixed_ip_address', { advanced: true }),
        ],
        command: 'floating ip set',
      },
    },
    {
      id: 'disassociate',
      operation: floatingIpOperations.update,
      body: () => ({ floatingip: { port_id: null } }),
      offered: ({ port_id }) => typeof port_id === 'string',
      asks: true,
      batch: true,
    },
  ],
  tabs: [
    {
      id: 'port-forwardings',
      panel: 'port-forwardings',
      within: ({ id }) => ({ path: { floatingip_id: id } }),
    },
  ],
})
