import type { SecurityGroup, SecurityGroupRule } from '@nimbo/clients/network'
import { ok } from '@nimbo/http/reply'
import { route, targetServer } from './route.ts'

const anywhere: Readonly<Record<string, string>> = { IPv4: '0.0.0.0/0', IPv6: '::/0' }

/** A rule as Nova had it before networks were a service of their own: who is let in, as a range or as a group. */
const ruleView = (rule: SecurityGroupRule, groupId: string, named: readonly SecurityGroup[]): object => {
  const letIn = named.find(({ id }) => id === rule.remote_group_id)
  return {
    id: rule.id,
    parent_group_id: groupId,
    ip_protocol: rule.protocol,
    from_port: rule.port_range_min,
    to_port: rule.port_range_max,
    group: letIn === undefined ? {} : { name: letIn.name, tenant_id: letIn.project_id },
    ip_range:
      rule.remote_group_id === null ? { cidr: rule.remote_ip_prefix ?? anywhere[rule.ethertype] } : {},
  }
}

const groupView = (
  { id, name, description = '', project_id, security_group_rules = [] }: SecurityGroup,
  named: readonly SecurityGroup[],
): object => ({
  id,
  name,
  description,
  tenant_id: project_id,
  rules: security_group_rules
    .filter(({ direction }) => direction === 'ingress')
    .map((rule) => ruleView(rule, id, named)),
})

const list = route({
  method: 'GET',
  path: '/servers/{server_id}/os-security-groups',
  name: 'servers.security-groups.list',
  policy: { inHandler: 'the rule is about the server' },
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-security-groups:list')
    const { groups, named } = await call.app.securityGroups.list(call.ctx, server.id)
    return ok({ security_groups: groups.map((group) => groupView(group, named)) })
  },
})

export const serverSecurityGroupRoutes = [list]
