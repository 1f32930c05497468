import { network, networkOperations } from '@nimbo/contracts/network/network'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

export const networks = networkPanel({
  id: 'networks',
  kind: network,
  operations: networkOperations,
  noun: 'network',
  columns: [
    column('name', { sort: 'name' }),
    column('subnets', { look: 'reference', to: 'subnets' }),
    column('shared', { look: 'yes', sort: 'shared' }),
    column('router:external', { look: 'yes' }),
    column('status', { look: 'status', sort: 'status' }),
    column('admin_state_up', { look: 'yes', sort: 'admin_state_up' }),
  ],
  details: [
    column('mtu', { sort: 'mtu' }),
    column('port_security_enabled', { look: 'yes' }),
    column('provider:network_type'),
    column('provider:physical_network'),
    column('provider:segmentation_id'),
    column('qos_policy_id', { look: 'reference', to: 'qos-policies' }),
    column('availability_zones', { look: 'list' }),
    column('dns_domain'),
    ...ownedDetails,
  ],
  filters: [
    { name: 'name', byPage: true },
    { name: 'shared', choices: ['true', 'false'] },
    { name: 'router:external', choices: ['true', 'false'] },
  ],
  create: [
    field('name'),
    field('description', { advanced: true }),
    field('admin_state_up', { initial: true, advanced: true, option: false }),
    field('mtu', { advanced: true }),
    field('dns_domain', { advanced: true }),
    field('port_security_enabled', { initial: true, advanced: true, option: false }),
    field('qos_policy_id', { to: 'qos-policies', advanced: true, option: 'qos-policy' }),
  ],
  update: [
    field('name'),
    field('description'),
    field('admin_state_up', { option: false }),
    field('mtu'),
    field('port_security_enabled', { option: false }),
    field('qos_policy_id', { to: 'qos-policies', option: 'qos-policy' }),
  ],
  tabs: [
    {
      id: 'subnets',
      panel: 'subnets',
      within: ({ id }) => ({ query: { network_id: id }, initial: { network_id: id } }),
    },
    {
      id: 'ports',
      panel: 'ports',
      within: ({ id }) => ({ query: { network_id: id }, initial: { network_id: id } }),
    },
  ],
})
