import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostsText } from './dnsmasq-files.ts'

test('DHCP gives a guest its DNS name, or one made from its address', () => {
  const host = { portId: 'p', mac: 'fa:16:3e:00:00:01', options: [] }
  const text = hostsText({
    network: { id: 'n', bridge: 'b', mtu: 1450, type: 'local', physicalNetwork: null, segmentationId: null },
    port: { id: 'd', mac: 'fa:16:3e:00:00:00', addresses: [] },
    subnets: [],
    hosts: [
      { ...host, addresses: ['10.0.0.5', 'fd00::5'], name: '' },
      { ...host, addresses: ['10.0.0.6'], name: 'web' },
      { ...host, addresses: ['10.0.0.7'] },
    ],
    leaseSeconds: 60,
    domain: 'openstacklocal',
  })
  assert.deepEqual(text.trim().split('\n'), [
    'fa:16:3e:00:00:01,host-10-0-0-5,10.0.0.5',
    'fa:16:3e:00:00:01,host-fd00-5,[fd00::5]',
    'fa:16:3e:00:00:01,web,10.0.0.6',
    'fa:16:3e:00:00:01,host-10-0-0-7,10.0.0.7',
  ])
})
