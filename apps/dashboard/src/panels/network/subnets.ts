import { subnet, subnetOperations } from '@nimbo/contracts/network/subnet'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { networkPanel } from './network-panel.ts'
import { ownedDetails } from './owned-columns.ts'

export const subnets = networkPanel({
  id: 'subnets',
  kind: subnet,
  operations: subnetOperations,
  noun: 'subnet',
  columns: [
    column('name', { sort: 'name' }),
    column('network_id', { look: 'reference', to: 'networks' }),
    column('cidr', { sort: 'cidr' }),
    column('ip_version', { sort: 'ip_version' }),
    column('gateway_ip', { sort: 'gateway_ip' }),
    column('enable_dhcp', { look: 'yes', sort: 'enable_dhcp' }),
  ],
  details: [
    column('allocation_pools', { look: 'list' }),
    column('dns_nameservers', { look: 'list' }),
    column('host_routes', { look: 'list' }),
    column('subnetpool_id', { look: 'reference', to: 'subnet-pools' }),
    column('ipv6_ra_mode'),
    column('ipv6_address_mode'),
    ...ownedDetails,
  ],
  filters: [{ name: 'name', byPage: true }, { name: 'cidr' }, { name: 'ip_version', choices: ['4', '6'] }],
  create: [
    field('network_id', { to: 'networks', required: true, option: 'network' }),
    field('name'),
    field('ip_version', { initial: '4' }),
    field('subnetpool_id', { to: 'subnet-pools', advanced: true, option: 'subnet-pool' }),
    field('cidr', { option: 'subnet-range' }),
    field('gateway_ip', { option: 'gateway' }),
    field('enable_dhcp', { initial: true, option: 'dhcp' }),
    field('dns_nameservers', { as: 'list', option: 'dns-nameserver' }),
    field('description', { advanced: true }),
    field('ipv6_ra_mode', { when: ({ ip_version }) => ip_version === '6', advanced: true }),
    field('ipv6_address_mode', { when: ({ ip_version }) => ip_version === '6', advanced: true }),
  ],
  update: [
    field('name'),
    field('description'),
    field('gateway_ip', { option: 'gateway' }),
    field('enable_dhcp', { option: 'dhcp' }),
    field('dns_nameservers', { as: 'list', option: 'dns-nameserver' }),
  ],
})
