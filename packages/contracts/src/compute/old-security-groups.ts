import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { text } from './query.ts'
import { SecurityGroup, SecurityGroupRule } from './server-security-groups.ts'

/** Ended with 2.36; clients use Neutron instead. */
const until = '2.35'

const Told = Type.String({ maxLength: 255 })
const body = Type.Object({ security_group: Type.Object({ name: Told, description: Told }, exact) }, exact)
const shown = { 200: view({ security_group: SecurityGroup }) }

export const listOldSecurityGroups = operation({
  id: 'security-groups.list',
  method: 'GET',
  path: '/os-security-groups',
  until,
  summary: 'List the security groups of a project, or an administrator those of all',
  rule: 'os_compute_api:os-security-groups:get',
  on,
  query: Type.Object({ limit: text, offset: text, all_tenants: text }),
  replies: { 200: view({ security_groups: Type.Array(SecurityGroup) }) },
})

export const createOldSecurityGroup = operation({
  id: 'security-groups.create',
  method: 'POST',
  path: '/os-security-groups',
  until,
  summary: 'Have the network service create a security group',
  rule: 'os_compute_api:os-security-groups:create',
  on,
  body,
  replies: shown,
  errors: ['QuotaRefused'],
})

export const showOldSecurityGroup = operation({
  id: 'security-groups.show',
  method: 'GET',
  path: '/os-security-groups/{security_group_id}',
  until,
  summary: 'Show a security group',
  rule: 'os_compute_api:os-security-groups:show',
  on,
  replies: shown,
  errors: ['NotFound'],
})

export const updateOldSecurityGroup = operation({
  id: 'security-groups.update',
  method: 'PUT',
  path: '/os-security-groups/{security_group_id}',
  until,
  summary: 'Change the name and description of a security group',
  rule: 'os_compute_api:os-security-groups:update',
  on,
  body,
  replies: shown,
  errors: ['NotFound'],
})

export const deleteOldSecurityGroup = operation({
  id: 'security-groups.delete',
  method: 'DELETE',
  path: '/os-security-groups/{security_group_id}',
  until,
  summary: 'Have the network service delete a security group',
  rule: 'os_compute_api:os-security-groups:delete',
  on,
  replies: { 202: empty },
  errors: ['NotFound'],
})

/** A port, or an ICMP type or code, as number or text. */
const PortLike = Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 10 }), Type.Null()]))
const Word = Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()]))

const NewRule = Type.Object(
  {
    parent_group_id: Type.String({ format: 'uuid' }),
    ip_protocol: Word,
    from_port: PortLike,
    to_port: PortLike,
    cidr: Word,
    group_id: Type.Optional(Type.Union([Type.String({ format: 'uuid' }), Type.Null()])),
  },
  exact,
)
export type NewOldRule = Static<typeof NewRule>

export const createOldSecurityGroupRule = operation({
  id: 'security-group-rules.create',
  method: 'POST',
  path: '/os-security-group-rules',
  until,
  summary: 'Let a range of addresses or a group into a security group',
  rule: 'os_compute_api:os-security-groups:rule:create',
  on,
  body: Type.Object({ security_group_rule: NewRule }, exact),
  replies: { 200: view({ security_group_rule: SecurityGroupRule }) },
  errors: ['NotFound', 'QuotaRefused'],
})

export const deleteOldSecurityGroupRule = operation({
  id: 'security-group-rules.delete',
  method: 'DELETE',
  path: '/os-security-group-rules/{security_group_rule_id}',
  until,
  summary: 'Delete a rule of a security group',
  rule: 'os_compute_api:os-security-groups:rule:delete',
  on,
  replies: { 202: empty },
  errors: ['NotFound'],
})
