import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ip, segment, skip, startHost } from './guests.ts'

const isThere = (device: string): boolean => existsSync(`/sys/class/net/${device}`)

test('the tunnel of a network goes with the network', { skip }, async () => {
  const tunnels = { localAddress: '127.0.0.1', peers: [] }
  await using running = await startHost({ tunnels })
  const { wires } = running.host
  const network = { ...segment(), segmentationId: 7_700_077 }
  await wires.ensureNetwork(network)
  assert.ok(isThere('vxlan-7700077'))
  await wires.removeNetwork(network.id.slice(0, 11))
  assert.deepEqual(await wires.networks(), [])
  assert.ok(!isThere('vxlan-7700077'))
})

test('the device of a flat network keeps its MTU, and stays when the network goes', { skip }, async (t) => {
  const device = `flat${randomUUID().slice(0, 8)}`
  ip('link', 'add', 'name', device, 'mtu', '9000', 'type', 'veth', 'peer', 'name', `${device}p`)
  t.after(() => ip('link', 'delete', 'dev', device))
  await using running = await startHost({ physicalDevices: { physnet1: device } })
  const { wires } = running.host
  const network = { ...segment(), type: 'flat' as const, physicalNetwork: 'physnet1', segmentationId: null }
  await wires.ensureNetwork(network)
  assert.ok(isThere(`${network.bridge}/brif/${device}`))
  assert.equal(readFileSync(`/sys/class/net/${device}/mtu`, 'utf8').trim(), '9000')
  await wires.removeNetwork(network.id.slice(0, 11))
  assert.ok(isThere(device))
})
