import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Links } from './links.ts'
import { subPortDevices } from './sub-port-devices.ts'

/** Devices of a host, with the arguments that they were created with. */
const hostWith = (...devices: string[]) => {
  const made = new Map<string, string>(devices.map((device) => [device, '']))
  const unused = async () => {}
  const links: Links = {
    ensure: async (device, ...words) => void made.set(device, words.join(' ')),
    remove: async (device) => void made.delete(device),
    ...{ join: unused, set: unused, setMtu: unused, switched: unused, withoutIpv6: unused },
  }
  const host = {
    hasDevice: async (device: string) => made.has(device),
    isVlan: async (device: string) => made.get(device)?.includes('type vlan') ?? false,
  }
  return { made, devices: subPortDevices(links, host) }
}

const subPort = { device: 'tapsubport-001', trunk: { device: 'tapparent-01', vlan: 101 } }

test('a sub-port becomes a VLAN device of its parent port once that has a device', async () => {
  const early = hostWith()
  await early.devices.ensure(subPort)
  assert.deepEqual([...early.made], [])
  const { made, devices } = hostWith('tapparent-01')
  await devices.ensure(subPort)
  assert.equal(made.get('tapsubport-001'), 'link tapparent-01 type vlan id 101')
})

test('removing a sub-port removes its VLAN device, but no device of a guest', async () => {
  const { made, devices } = hostWith('tapparent-01')
  await devices.ensure(subPort)
  await devices.remove('subport-001')
  await devices.remove('parent-01')
  assert.deepEqual([...made.keys()], ['tapparent-01'])
})
