import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NetworkSegment } from '@nimbo/network/driver/network-agent-driver'
import { linksBy } from './links.ts'
import { type UplinkOptions, uplinksBy } from './uplinks.ts'

/** Uplinks whose commands are only recorded; `fdb` is the forwarding table that they find. */
const recorded = (options: UplinkOptions, fdb = '') => {
  const commands: string[] = []
  const run = async (command: readonly string[]) => {
    commands.push(command.join(' '))
    return command.includes('show') ? fdb : ''
  }
  return { commands, uplinks: uplinksBy(run, linksBy(run), options) }
}

const segment = (type: NetworkSegment['type'], more: Partial<NetworkSegment> = {}): NetworkSegment => ({
  ...{
    id: 'network-1',
    bridge: 'brqnetwork-1',
    mtu: 1500,
    type,
    physicalNetwork: null,
    segmentationId: null,
  },
  ...more,
})

test('a VLAN network gets a tagged device on the device of its physical network', async () => {
  const { commands, uplinks } = recorded({ physicalDevices: { physnet1: 'nosuch0' } })
  const wire = segment('vlan', { physicalNetwork: 'physnet1', segmentationId: 42 })
  assert.equal(await uplinks.ensure(wire), 'nosuch0.42')
  assert.deepEqual(commands, ['ip link add name nosuch0.42 link nosuch0 type vlan id 42'])
})

test('the tagged device of a device with a long name has a name that Linux takes', async () => {
  const physicalDevices = { physnet1: 'enp129s0f0np0', physnet2: 'enp129s0f1np1' }
  const { commands, uplinks } = recorded({ physicalDevices })
  const [one = '', other = ''] = await Promise.all(
    ['physnet1', 'physnet2'].map((physicalNetwork) =>
      uplinks.ensure(segment('vlan', { physicalNetwork, segmentationId: 1234 })),
    ),
  )
  assert.match(one, /^enp1[0-9a-f]{6}\.1234$/)
  assert.match(other, /^enp1[0-9a-f]{6}\.1234$/)
  assert.notEqual(one, other)
  assert.ok(commands.includes(`ip link add name ${one} link enp129s0f0np0 type vlan id 1234`))
})

test('a flat network uses the device itself; a physical network without a device is refused', async () => {
  const { commands, uplinks } = recorded({ physicalDevices: { physnet1: 'nosuch0' } })
  assert.equal(await uplinks.ensure(segment('flat', { physicalNetwork: 'physnet1' })), 'nosuch0')
  assert.deepEqual(commands, [])
  for (const type of ['flat', 'vlan'] as const)
    await assert.rejects(
      uplinks.ensure(segment(type, { physicalNetwork: 'other', segmentationId: 1 })),
      /no device leads to other/,
    )
})

test('a VXLAN tunnel floods to its peers, and former peers are removed', async () => {
  const old = '00:00:00:00:00:00 dst 192.0.2.9 self permanent\nfa:16:3e:00:00:01 dst 192.0.2.9 self'
  const tunnels = { localAddress: '192.0.2.1', peers: ['192.0.2.2'] }
  const { commands, uplinks } = recorded({ tunnels }, old)
  assert.equal(await uplinks.ensure(segment('vxlan', { segmentationId: 77 })), 'vxlan-77')
  assert.deepEqual(commands, [
    'ip link add name vxlan-77 type vxlan id 77 dstport 4789 local 192.0.2.1',
    'bridge fdb show dev vxlan-77',
    'bridge fdb append 00:00:00:00:00:00 dev vxlan-77 dst 192.0.2.2',
    'bridge fdb del 00:00:00:00:00:00 dev vxlan-77 dst 192.0.2.9',
  ])
})

test('a Geneve network is refused if it has to reach other hosts', async () => {
  const tunnels = { localAddress: '192.0.2.1', peers: [] }
  await assert.rejects(recorded({ tunnels }).uplinks.ensure(segment('geneve')), /geneve do not reach/)
  assert.equal(await recorded({}).uplinks.ensure(segment('geneve')), undefined)
})
