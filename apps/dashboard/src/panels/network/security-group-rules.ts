import { securityGroupRule, securityGroupRuleOperations } from '@nimbo/contracts/network/security-group-rule'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import type { Values } from '../../panel/values.ts'
import { type Item, textAt } from '../../panel/item.ts'
import { networkPanel } from './network-panel.ts'

const portsOf = (item: Item): string => {
  const first = textAt(item, 'port_range_min')
  const last = textAt(item, 'port_range_max')
  return first === last ? first : `${first}–${last}`
}

const withPorts = ({ protocol }: Values): boolean => ['tcp', 'udp', 'sctp', 'dccp'].includes(String(protocol))

export const securityGroupRules = networkPanel({
  id: 'security-group-rules',
  kind: securityGroupRule,
  operations: securityGroupRuleOperations,
  noun: 'security group rule',
  columns: [
    column('direction', { look: 'status', sort: 'direction' }),
    column('ethertype', { sort: 'ethertype' }),
    column('protocol', { sort: 'protocol' }),
    column('port_range', { value: portsOf }),
    column('remote_ip_prefix', { sort: 'remote_ip_prefix' }),
    column('remote_group_id', { look: 'reference', to: 'security-groups' }),
    column('description'),
  ],
  details: [column('remote_address_group_id', { look: 'reference', to: 'address-groups' })],
  filters: [
    { name: 'direction', choices: ['ingress', 'egress'] },
    { name: 'protocol', choices: ['tcp', 'udp', 'icmp'] },
  ],
  create: [
    field('security_group_id', { to: 'security-groups', required: true, option: false }),
    field('direction', { initial: 'ingress', option: false }),
    field('ethertype', { initial: 'IPv4' }),
    field('protocol', { choices: ['tcp', 'udp', 'icmp', 'sctp', 'dccp', 'ah', 'esp', 'gre', 'vrrp'] }),
    field('port_range_min', { when: withPorts, option: false }),
    field('port_range_max', { when: withPorts, option: 'dst-port' }),
    field('remote_ip_prefix', { option: 'remote-ip' }),
    field('remote_group_id', { to: 'security-groups', advanced: true, option: 'remote-group' }),
    field('remote_address_group_id', {
      to: 'address-groups',
      advanced: true,
      option: 'remote-address-group',
    }),
    field('description'),
  ],
})
