import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { segment, skip, startHost } from './guests.ts'

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
