import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewOldRule } from '@nimbo/contracts/compute/old-security-groups'
import { readOldRule } from './old-security-group-rule.ts'

const parent_group_id = '11111111-1111-4111-8111-111111111111'
const group_id = '22222222-2222-4222-8222-222222222222'
const read = (asked: Omit<NewOldRule, 'parent_group_id'>) => {
  const { ethertype, protocol, port_range_min, port_range_max, ...rest } = readOldRule({
    parent_group_id,
    ...asked,
  })
  return [ethertype, protocol, port_range_min, port_range_max, rest.remote_ip_prefix ?? rest.remote_group_id]
}

test('a rule for an IP range must name a protocol and ports', () => {
  const ssh = { ip_protocol: 'TCP', from_port: '22', to_port: 22 }
  assert.deepEqual(read({ ...ssh, cidr: '10.0.0.0/8' }), ['IPv4', 'tcp', 22, 22, '10.0.0.0/8'])
  assert.deepEqual(read(ssh), ['IPv4', 'tcp', 22, 22, '0.0.0.0/0'])
  assert.deepEqual(read({ ...ssh, cidr: '2001:db8::/32' }), ['IPv6', 'tcp', 22, 22, '2001:db8::/32'])
  assert.deepEqual(read({ ip_protocol: 'icmp', from_port: -1, to_port: -1 }), [
    ...['IPv4', 'icmp', null, null],
    '0.0.0.0/0',
  ])
  for (const asked of [{}, { ip_protocol: 'tcp' }, { from_port: 1, to_port: 2 }])
    assert.throws(() => read(asked), { message: 'Not enough parameters to build a valid rule.' })
})

test('a rule for a security group may leave out the protocol and the ports', () => {
  assert.deepEqual(read({ group_id }), ['IPv4', null, null, null, group_id])
  assert.deepEqual(read({ group_id, ip_protocol: 'udp' }), ['IPv4', 'udp', 1, 65_535, group_id])
  assert.deepEqual(read({ group_id, ip_protocol: 'icmp' }), ['IPv4', 'icmp', null, null, group_id])
})

test('an invalid rule is refused with the reason', () => {
  const refusals = [
    [{ ip_protocol: 'tcp', from_port: 'a', to_port: 2 }, /ports must be integers/],
    [{ ip_protocol: 'icmp', from_port: 'a', to_port: 2 }, /Type and Code must be integers/],
    [{ ip_protocol: 'sctp', from_port: 1, to_port: 2 }, /Invalid IP protocol sctp/],
    [{ ip_protocol: 'tcp', from_port: 3, to_port: 2 }, /Invalid port range 3:2. Former value/],
    [{ ip_protocol: 'udp', from_port: 0, to_port: 2 }, /Valid UDP ports should be between 1-65535/],
    [{ ip_protocol: 'icmp', from_port: 300, to_port: 0 }, /type:code must be valid/],
    [{ ip_protocol: 'tcp', from_port: 1, to_port: 2, cidr: '10.0.0.0/0' }, /Bad prefix for network/],
    [
      { ip_protocol: 'tcp', from_port: 1, to_port: 2, cidr: 'everywhere' },
      /everywhere is not a valid IP network/,
    ],
  ] as const
  for (const [asked, message] of refusals) assert.throws(() => read(asked), { message })
})
