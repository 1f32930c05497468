import type { SecurityGroup, SecurityGroupRule } from '@nimbo/clients/network'
import type {
  SecurityGroupRuleView,
  SecurityGroupView,
} from '@nimbo/contracts/compute/server-security-groups'

const anywhere: Readonly<Record<string, string>> = { IPv4: '0.0.0.0/0', IPv6: '::/0' }

/** The port range of a rule in Nova's format, which has numbers even for all ports of a protocol. */
const portsOf = ({ protocol, port_range_min, port_range_max }: SecurityGroupRule) => {
  if (protocol === null || port_range_min !== null || port_range_max !== null)
    return { from_port: port_range_min, to_port: port_range_max }
  return /^(tcp|udp)$/i.test(protocol) ? { from_port: 1, to_port: 65_535 } : { from_port: -1, to_port: -1 }
}

/** A rule in Nova's format; `named` are its remote groups. */
export const ruleView = (
  rule: SecurityGroupRule,
  groupId: string,
  named: readonly SecurityGroup[],
): SecurityGroupRuleView => {
  const letIn = named.find(({ id }) => id === rule.remote_group_id)
  return {
    id: rule.id,
    parent_group_id: groupId,
    ip_protocol: rule.protocol,
    ...portsOf(rule),
    group: letIn === undefined ? {} : { name: letIn.name, tenant_id: letIn.project_id },
    ip_range:
      rule.remote_group_id === null ? { cidr: rule.remote_ip_prefix ?? anywhere[rule.ethertype] ?? '' } : {},
  }
}

/** A group in Nova's format, with its ingress rules only. */
export const groupView = (
  { id, name, description = '', project_id, security_group_rules = [] }: SecurityGroup,
  named: readonly SecurityGroup[],
): SecurityGroupView => ({
  id,
  name,
  description,
  tenant_id: project_id,
  rules: security_group_rules
    .filter(({ direction }) => direction === 'ingress')
    .map((rule) => ruleView(rule, id, named)),
})
