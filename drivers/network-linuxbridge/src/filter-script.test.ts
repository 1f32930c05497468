import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FilterRule, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { portScript } from './filter-script.ts'
import { linkLocalAddress } from './link-local.ts'

const port = (parts: Partial<WiredPort>): WiredPort => ({
  id: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
  device: 'tapaaaaaaaa-bb',
  mac: 'fa:16:3e:00:00:02',
  addresses: ['10.0.0.2'],
  allowedPairs: [],
  adminStateUp: true,
  filtered: true,
  rules: [],
  network: { id: 'n', bridge: 'brqn', mtu: 1450, type: 'local', physicalNetwork: null, segmentationId: null },
  ...parts,
})

const rule = (parts: Partial<FilterRule>): FilterRule => ({
  direction: 'ingress',
  version: 4,
  protocol: null,
  portMin: null,
  portMax: null,
  prefixes: null,
  ...parts,
})

const chain = (script: string, name: string): string[] =>
  script.split('\n').flatMap((line) => {
    const start = `add rule bridge t ${name}_aaaaaaaa-bb `
    return line.startsWith(start) ? [line.slice(start.length)] : []
  })

test('security group rules become nft matches, and a rule with an empty list of prefixes becomes none', () => {
  const rules = [
    rule({ protocol: 6, portMin: 22, portMax: 22, prefixes: ['192.0.2.0/24'] }),
    rule({ protocol: 17, portMin: 1, portMax: 9 }),
    rule({ protocol: 1, portMin: 8, portMax: 0 }),
    rule({ version: 6, protocol: 1 }),
    rule({ prefixes: [] }),
  ]
  const accepted = chain(portScript('t', port({ rules })), 'to').slice(1)
  assert.deepEqual(accepted, [
    'ether type ip ip saddr { 192.0.2.0/24 } meta l4proto 6 th dport 22 accept',
    'ether type ip meta l4proto 17 th dport 1-9 accept',
    'ether type ip meta l4proto 1 icmp type 8 icmp code 0 accept',
    'ether type ip6 meta l4proto 58 accept',
    'drop',
  ])
})

test('a guest can send only from its own addresses and its allowed address pairs', () => {
  const pair = { mac: 'fa:16:3e:00:00:09', prefix: '10.0.0.99' }
  const from = chain(portScript('t', port({ allowedPairs: [pair] })), 'from')
  assert.equal(from[0], 'ether saddr != { fa:16:3e:00:00:02, fa:16:3e:00:00:09 } drop')
  assert.deepEqual(
    from.filter((line) => line.includes('goto out_') && line.includes(' ip saddr')),
    [
      'ether saddr fa:16:3e:00:00:02 ip saddr 10.0.0.2 goto out_aaaaaaaa-bb',
      'ether saddr fa:16:3e:00:00:09 ip saddr 10.0.0.99 goto out_aaaaaaaa-bb',
    ],
  )
  assert.equal(from.at(-1), 'drop')
})

test('a port without filtering accepts everything', () => {
  const script = portScript('t', port({ filtered: false }))
  assert.deepEqual([chain(script, 'from'), chain(script, 'to')], [['goto deliver'], ['accept']])
})

test('the link-local IPv6 address is derived from the MAC address', () => {
  assert.equal(linkLocalAddress('fa:16:3e:00:00:02'), 'fe80::f816:3eff:fe00:2')
})
