import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { cidrOf } from '@nimbo/ip/ip'
import { checkPools, defaultPools } from './allocation-pools.ts'
import { firstFreeAddress, randomAddress } from './choose-address.ts'
import { eui64Address } from './eui64.ts'
import { checkIpv6Modes } from '../resources/subnet/subnet-rules.ts'

const pool = (start: string, end: string) => ({ start, end })

test('default allocation pools leave out the gateway, the network address and an IPv4 broadcast address', () => {
  const cidr = cidrOf('10.0.0.0/29')
  assert.deepEqual(defaultPools(cidr, '10.0.0.1'), [pool('10.0.0.2', '10.0.0.6')])
  assert.deepEqual(defaultPools(cidr, '10.0.0.6'), [pool('10.0.0.1', '10.0.0.5')])
  assert.deepEqual(defaultPools(cidr, '10.0.0.3'), [
    pool('10.0.0.1', '10.0.0.2'),
    pool('10.0.0.4', '10.0.0.6'),
  ])
  assert.deepEqual(defaultPools(cidr, null), [pool('10.0.0.1', '10.0.0.6')])
  assert.deepEqual(defaultPools(cidr, '192.0.2.1'), [pool('10.0.0.1', '10.0.0.6')])
  assert.deepEqual(defaultPools(cidrOf('10.0.0.0/32'), '10.0.0.0'), [])
  assert.deepEqual(defaultPools(cidrOf('fd00::/126'), 'fd00::1'), [pool('fd00::2', 'fd00::3')])
})

test('allocation pools must lie in the subnet, must not overlap and must not contain the gateway', () => {
  const cidr = cidrOf('10.0.0.0/24')
  const refused = (code: string, ...pools: { start: string; end: string }[]) =>
    assert.throws(
      () => checkPools(pools, cidr, '10.0.0.1'),
      (error) => isFault(error, code),
    )
  refused('InvalidAllocationPool', pool('10.0.0.9', '10.0.0.8'))
  refused('InvalidAllocationPool', pool('fd00::1', 'fd00::2'))
  refused('OutOfBoundsAllocationPool', pool('10.0.0.250', '10.0.0.255'))
  refused('OverlappingAllocationPools', pool('10.0.0.20', '10.0.0.30'), pool('10.0.0.10', '10.0.0.20'))
  refused('GatewayConflictWithAllocationPools', pool('10.0.0.1', '10.0.0.9'))
  checkPools([pool('10.0.0.20', '10.0.0.30'), pool('10.0.0.2', '10.0.0.19')], cidr, '10.0.0.1')
})

test('the first free address is found across pools, and none when all are taken', () => {
  const pools = [pool('10.0.0.2', '10.0.0.3'), pool('10.0.0.8', '10.0.0.8')]
  assert.equal(firstFreeAddress(pools, 4, new Set()), '10.0.0.2')
  assert.equal(firstFreeAddress(pools, 4, new Set(['10.0.0.2', '10.0.0.3'])), '10.0.0.8')
  assert.equal(firstFreeAddress(pools, 4, new Set(['10.0.0.2', '10.0.0.3', '10.0.0.8'])), undefined)
})

test('a random address can be any address of any pool, and no other', () => {
  const pools = [pool('10.0.0.2', '10.0.0.3'), pool('10.0.0.8', '10.0.0.8')]
  const drawn = [0, 1, 2].map((number) => randomAddress(pools, 4, () => number))
  assert.deepEqual(drawn, ['10.0.0.2', '10.0.0.3', '10.0.0.8'])
  assert.equal(
    randomAddress([], 4, () => 0),
    undefined,
  )
})

test('the EUI-64 address of a MAC address is the one of RFC 4291', () => {
  assert.equal(eui64Address('2001:db8::/64', '34:56:78:9a:bc:de'), '2001:db8::3656:78ff:fe9a:bcde')
})

test('IPv6 modes must agree and need enable_dhcp, and SLAAC needs a /64', () => {
  const subnet = { ip_version: 6, enable_dhcp: true, ipv6_ra_mode: null, ipv6_address_mode: null }
  const slaac = { ...subnet, ipv6_address_mode: 'slaac' as const }
  const refused = (settings: Parameters<typeof checkIpv6Modes>[0], cidr: string) =>
    assert.throws(
      () => checkIpv6Modes(settings, cidrOf(cidr)),
      (error) => isFault(error, 'InvalidInput'),
    )
  checkIpv6Modes(slaac, cidrOf('fd00::/64'))
  checkIpv6Modes({ ...subnet, ipv6_address_mode: 'dhcpv6-stateful' }, cidrOf('fd00::/80'))
  refused(slaac, 'fd00::/80')
  refused({ ...slaac, enable_dhcp: false }, 'fd00::/64')
  refused({ ...slaac, ipv6_ra_mode: 'dhcpv6-stateful' }, 'fd00::/64')
  refused({ ...slaac, ip_version: 4 }, 'fd00::/64')
})
