import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { guestFilesFolder } from './guest-tree.ts'

const deadline = { timeout: 10_000 }
const awkMissing = spawnSync('awk', ['1'], { ...deadline, input: '' }).error && 'awk is not installed'

const awk = (script: string, input: string): string =>
  execFileSync('awk', ['-f', join(guestFilesFolder, script)], { ...deadline, input, encoding: 'utf8' })
const leaves = (document: unknown): string => awk('json-leaves.awk', JSON.stringify(document, null, 1))
const plan = (document: unknown): readonly string[] =>
  awk('network-plan.awk', leaves(document)).trimEnd().split('\n')

describe('json-leaves.awk', { skip: awkMissing }, () => {
  it('prints a line for each leaf', () => {
    const document = {
      uuid: 'a-b',
      empty: '',
      public_keys: { 'my.key': 'ssh-rsa AAAA me@host\n' },
      list: [1, [true, { deep: null }], [], {}],
      text: 'say "hi": {[,]}\\ once\nmore',
    }
    assert.deepEqual(leaves(document).trimEnd().split('\n'), [
      'uuid\ta-b',
      'empty\t',
      'public_keys.my.key\tssh-rsa AAAA me@host',
      'list.0\t1',
      'list.1.0\ttrue',
      'list.1.1.deep\tnull',
      'text\tsay "hi": {[,]}\\ once more',
    ])
  })

  it('decodes escaped ASCII', () => {
    assert.equal(awk('json-leaves.awk', '{"a":"\\u0041\\/b"}'), 'a\tA/b\n')
  })
})

describe('network-plan.awk', { skip: awkMissing }, () => {
  const links = [
    { id: 'tap1', type: 'bridge', mtu: 1450, ethernet_mac_address: 'fa:16:3e:00:00:01' },
    { id: 'tap2', type: 'bridge', mtu: null, ethernet_mac_address: 'fa:16:3e:00:00:02' },
  ]

  it('sets fixed addresses of both families, routes and name servers', () => {
    const ipv4 = {
      type: 'ipv4',
      link: 'tap1',
      ip_address: '10.0.0.5',
      netmask: '255.255.255.192',
      routes: [{ network: '0.0.0.0', netmask: '0.0.0.0', gateway: '10.0.0.1' }],
      services: [{ type: 'dns', address: '10.0.0.2' }],
    }
    const ipv6 = {
      type: 'ipv6',
      link: 'tap2',
      ip_address: 'fd00::5',
      netmask: 'ffff:ffff:ffff:fff0::',
      routes: [{ network: '::', netmask: '::', gateway: 'fd00::1' }],
    }
    const services = [
      { type: 'dns', address: '10.0.0.2' },
      { type: 'dns', address: '9.9.9.9' },
    ]
    assert.deepEqual(plan({ links, networks: [ipv4, ipv6], services }), [
      'mtu fa:16:3e:00:00:01 1450',
      'address fa:16:3e:00:00:01 10.0.0.5/26',
      'route fa:16:3e:00:00:01 0.0.0.0/0 10.0.0.1',
      'dns 10.0.0.2',
      'address fa:16:3e:00:00:02 fd00::5/60',
      'route fa:16:3e:00:00:02 ::/0 fd00::1',
      'dns 9.9.9.9',
    ])
  })

  it('leaves DHCP networks to DHCP', () => {
    assert.deepEqual(plan({ links, networks: [{ type: 'ipv4_dhcp', link: 'tap2' }], services: [] }), [
      'mtu fa:16:3e:00:00:01 1450',
      'dhcp fa:16:3e:00:00:02',
    ])
  })
})
