import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DhcpNetwork, DhcpSubnet } from '@nimbo/network/driver/network-agent-driver'
import { configText, hostsText, optionsText, pathsIn } from './dnsmasq-files.ts'

const network: Omit<DhcpNetwork, 'hosts' | 'subnets'> = {
  network: { id: 'n', bridge: 'b', mtu: 1450, type: 'local', physicalNetwork: null, segmentationId: null },
  port: { id: 'd', mac: 'fa:16:3e:00:00:00', addresses: [] },
  ...{ leaseSeconds: 60, domain: 'openstacklocal' },
}

test('DHCP gives a guest its DNS name, or one made from its address', () => {
  const host = { portId: 'p', mac: 'fa:16:3e:00:00:01', options: [] }
  const text = hostsText({
    ...network,
    subnets: [],
    hosts: [
      { ...host, addresses: ['10.0.0.5', 'fd00::5'], name: '' },
      { ...host, addresses: ['10.0.0.6'], name: 'web' },
      { ...host, addresses: ['10.0.0.7'] },
    ],
  })
  assert.deepEqual(text.trim().split('\n'), [
    'fa:16:3e:00:00:01,host-10-0-0-5,10.0.0.5',
    'fa:16:3e:00:00:01,host-fd00-5,[fd00::5]',
    'fa:16:3e:00:00:01,web,10.0.0.6',
    'fa:16:3e:00:00:01,host-10-0-0-7,10.0.0.7',
  ])
})

test('DHCP names the nameservers of a subnet, or none if that is 0.0.0.0 or ::', () => {
  const common = { gateway: null, routes: [], addressMode: null, raMode: null }
  const four = { ...common, id: '4', cidr: '10.0.0.0/24', version: 4 } as const
  const six = { ...common, id: '6', cidr: 'fd00::/64', version: 6 } as const
  const serversOf = (nameservers: string[], nameservers6: string[]) =>
    optionsText({
      ...network,
      hosts: [],
      subnets: [
        { ...four, nameservers },
        { ...six, nameservers: nameservers6 },
      ],
    })
      .split('\n')
      .filter((line) => line.includes('dns-server'))
  assert.deepEqual(serversOf([], []), [])
  assert.deepEqual(serversOf(['192.0.2.1', '192.0.2.2'], ['2001:db8::1']), [
    'tag:subnet-4,option:dns-server,192.0.2.1,192.0.2.2',
    'tag:subnet-6,option6:dns-server,[2001:db8::1]',
  ])
  assert.deepEqual(serversOf(['0.0.0.0'], ['::']), [
    'tag:subnet-4,option:dns-server',
    'tag:subnet-6,option6:dns-server',
  ])
})

test('DHCP has leases for more guests than the thousand that dnsmasq allows by default', () => {
  const text = configText({ ...network, subnets: [], hosts: [] }, pathsIn('/run/dhcp'))
  assert.match(text, /^dhcp-lease-max=16777216$/m)
})

test('DHCP tells every guest the MTU of its network, whether it asks or not', () => {
  const subnet: DhcpSubnet = {
    ...{ id: '4', cidr: '10.0.0.0/24', version: 4, gateway: null, nameservers: [], routes: [] },
    ...{ addressMode: null, raMode: null },
  }
  const four = { ...network, subnets: [subnet], hosts: [] }
  assert.match(configText(four, pathsIn('/run/dhcp')), /^dhcp-option-force=option:mtu,1450$/m)
  // An option with the tag of a subnet would take the place of the one that is forced.
  assert.doesNotMatch(optionsText(four), /option:mtu/)
})
