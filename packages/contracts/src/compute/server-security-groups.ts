import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

/** A rule in nova-network's format: with a CIDR or a group as source. */
export const SecurityGroupRule = view({
  id: Type.String(),
  parent_group_id: Type.String(),
  ip_protocol: nullable(Type.String()),
  from_port: nullable(Type.Integer()),
  to_port: nullable(Type.Integer()),
  group: view({ name: Type.Optional(Type.String()), tenant_id: Type.Optional(Type.String()) }),
  ip_range: view({ cidr: Type.Optional(Type.String()) }),
})
export type SecurityGroupRuleView = Static<typeof SecurityGroupRule>

export const SecurityGroup = view({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  tenant_id: Type.String(),
  rules: Type.Array(SecurityGroupRule),
})
export type SecurityGroupView = Static<typeof SecurityGroup>

export const listServerSecurityGroups = operation({
  id: 'servers.security-groups.list',
  method: 'GET',
  path: '/servers/{server_id}/os-security-groups',
  summary: 'List the security groups of a server',
  rule: 'os_compute_api:os-security-groups:list',
  on: found('server'),
  replies: { 200: view({ security_groups: Type.Array(SecurityGroup) }) },
  errors: ['ServerNotFound'],
})
