import assert from 'node:assert/strict'
import { it } from 'node:test'
import { polledServer } from './polled.ts'
import { hourMs, trafficSince, withTraffic } from './traffic.ts'

const server = { id: 's', tenant_id: 'web' }
const looked = (rx_octets: number) =>
  withTraffic(polledServer(server, { nic_details: [{ mac_address: 'fa:16', rx_octets }] }))

it('traffic is the growth of an interface counter between polls, also after the counter was reset', () => {
  const first = trafficSince([], looked(1000), 5 * hourMs)
  assert.deepEqual(first.traffic, [], 'the first reading counts no traffic, since its start is unknown')
  const second = trafficSince(first.readings, looked(1500), 5 * hourMs + 60_000)
  const line = { resource_id: 's-fa16', project_id: 'web', direction: 'incoming', hour: 5 * hourMs }
  assert.deepEqual(second.traffic, [{ ...line, bytes: 500 }])
  const again = trafficSince(second.readings, looked(1500), 5 * hourMs + 60_000)
  assert.deepEqual(
    [again.traffic, again.readings],
    [[], []],
    'a second reading for the same instant counts nothing',
  )
  const anew = trafficSince(second.readings, looked(20), 5 * hourMs + 120_000)
  assert.deepEqual(anew.traffic, [{ ...line, bytes: 20 }])
})

it('the memory meters of a server are in MiB, its disk size in GiB', () => {
  const [whole] = polledServer(
    { ...server, flavor: { ram: 512, disk: 3, ephemeral: 0, vcpus: 1 } },
    { memory_details: { maximum: 512, used: 128 } },
  )
  const of = (name: string) => whole?.samples.find(({ meter }) => meter === name)?.volume
  assert.deepEqual(
    ['memory', 'memory.available', 'memory.usage', 'disk.root.size'].map(of),
    [512, 512, 128, 3],
  )
})
