import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { checkRule, identityOf, type RuleMatch } from './security-rules.ts'

const rule = (parts: Partial<RuleMatch>): RuleMatch => ({
  direction: 'ingress',
  ethertype: 'IPv4',
  protocol: null,
  port_range_min: null,
  port_range_max: null,
  remote_ip_prefix: null,
  remote_group_id: null,
  remote_address_group_id: null,
  ...parts,
})

test('a security group rule with invalid or contradictory values is refused', () => {
  const cases: [string, Partial<RuleMatch>][] = [
    ['SecurityGroupProtocolRequiredWithPorts', { port_range_min: 1, port_range_max: 2 }],
    ['SecurityGroupInvalidPortRange', { protocol: 'tcp', port_range_min: 3, port_range_max: 2 }],
    ['SecurityGroupInvalidPortValue', { protocol: 'udp', port_range_min: 0, port_range_max: 2 }],
    ['SecurityGroupInvalidPortValue', { protocol: 'tcp', port_range_min: -16, port_range_max: 80 }],
    ['SecurityGroupInvalidPortValue', { protocol: 'tcp', port_range_min: 1, port_range_max: 65_536 }],
    ['SecurityGroupInvalidIcmpValue', { protocol: 'icmp', port_range_min: -1 }],
    ['SecurityGroupInvalidIcmpValue', { protocol: 'icmp', port_range_min: 256 }],
    ['SecurityGroupMissingIcmpType', { protocol: 'icmp', port_range_max: 3 }],
    ['SecurityGroupRuleInvalidProtocol', { protocol: 'smoke' }],
    ['SecurityGroupRuleInvalidProtocol', { protocol: '256' }],
    ['SecurityGroupRuleParameterConflict', { remote_ip_prefix: 'fd00::/64' }],
    ['SecurityGroupRuleInvalidProtocol', { protocol: 'constructor' }],
    ['SecurityGroupEthertypeConflictWithProtocol', { protocol: 'ipv6-icmp' }],
    ['SecurityGroupEthertypeConflictWithProtocol', { protocol: '41' }],
    ['SecurityGroupMultipleRemoteEntites', { remote_ip_prefix: '10.0.0.0/8', remote_group_id: 'a' }],
    ['SecurityGroupMultipleRemoteEntites', { remote_address_group_id: 'b', remote_group_id: 'a' }],
  ]
  for (const [code, parts] of cases)
    assert.throws(
      () => checkRule(rule(parts)),
      (error) => isFault(error, code),
      code,
    )
  checkRule(rule({ protocol: 'icmp', port_range_min: 8, port_range_max: 0 }))
  checkRule(rule({ protocol: '6', port_range_min: 22, port_range_max: 22 }))
})

test('two spellings of one rule are the same rule', () => {
  const ssh = { port_range_min: 22, port_range_max: 22 }
  assert.equal(identityOf(rule({ protocol: 'tcp', ...ssh })), identityOf(rule({ protocol: '6', ...ssh })))
  assert.equal(identityOf(rule({ remote_ip_prefix: '0.0.0.0/0' })), identityOf(rule({})))
  assert.equal(
    identityOf(rule({ remote_ip_prefix: '10.2.3.124/24' })),
    identityOf(rule({ remote_ip_prefix: '10.2.3.0/24' })),
  )
  assert.notEqual(identityOf(rule({ direction: 'egress' })), identityOf(rule({})))
})
