import { port, portOperations } from '@nimbo/contracts/network/port'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { isItem } from '../../panel/item.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'
import { portPartTab } from './port-part-panel.ts'

export const ports = networkPanel({
  id: 'ports',
  kind: port,
  operations: portOperations,
  noun: 'port',
  owned: true,
  columns: [
    column('name', { sort: 'name' }),
    column('network_id', { look: 'reference', to: 'networks' }),
    column('fixed_ips', { look: 'fixed-ips' }),
    column('mac_address', { look: 'code', sort: 'mac_address' }),
    column('device_owner', { sort: 'device_owner' }),
    column('status', { look: 'status', sort: 'status' }),
    column('admin_state_up', { look: 'yes', hidden: true }),
  ],
  details: [
    column('device_id'),
    column('security_groups', { look: 'reference', to: 'security-groups' }),
    column('port_security_enabled', { look: 'yes' }),
    column('binding:host_id'),
    column('binding:vif_type'),
    column('binding:vnic_type'),
    column('dns_name'),
    column('qos_policy_id', { look: 'reference', to: 'qos-policies' }),
    ...ownedDetails,
  ],
  filters: [
    { name: 'name', byPage: true },
    { name: 'mac_address' },
    { name: 'status', choices: ['ACTIVE', 'DOWN', 'BUILD', 'ERROR'] },
  ],
  create: [
    field('network_id', { to: 'networks', required: true, option: 'network' }),
    field('name'),
    field('subnet_id', { to: 'subnets', option: false }),
    field('ip_address', { option: 'fixed-ip' }),
    field('security_groups', { as: 'references', to: 'security-groups', option: 'security-group' }),
    field('mac_address', { advanced: true }),
    field('admin_state_up', { initial: true, advanced: true, option: false }),
    field('port_security_enabled', { advanced: true, option: false }),
    field('description', { advanced: true }),
    field('qos_policy_id', { to: 'qos-policies', advanced: true, option: 'qos-policy' }),
  ],
  body: ({ subnet_id, ip_address, ...given }) => {
    const wanted = { ...(subnet_id ? { subnet_id } : {}), ...(ip_address ? { ip_address } : {}) }
    return { port: { ...given, ...(Object.keys(wanted).length > 0 ? { fixed_ips: [wanted] } : {}) } }
  },
  update: [
    field('name'),
    field('description'),
    field('admin_state_up', { option: false }),
    field('security_groups', { as: 'references', to: 'security-groups', option: 'security-group' }),
    field('port_security_enabled', { option: false }),
    field('qos_policy_id', { to: 'qos-policies', option: 'qos-policy' }),
  ],
  tabs: [
    portPartTab('port-fixed-ips', 'fixed_ips'),
    portPartTab('port-address-pairs', 'allowed_address_pairs'),
    {
      id: 'floating-ips',
      panel: 'floating-ips',
      within: ({ id }) => ({ query: { port_id: id }, initial: { port_id: id } }),
      offered: (item) => isItem(item) && String(item.device_owner ?? '').startsWith('compute:'),
    },
  ],
})
