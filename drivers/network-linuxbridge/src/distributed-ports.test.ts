import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { distributedPorts } from './distributed-ports.ts'

const table = 'nimbo_0'
const port: WiredPort = {
  id: '11111111-2222-3333-4444-555555555555',
  device: 'tap11111111-22',
  mac: 'fa:16:3e:00:00:01',
  addresses: ['10.0.0.1', 'fd00::1'],
  allowedPairs: [],
  adminStateUp: true,
  filtered: false,
  rules: [],
  distributed: { hostMac: 'fa:16:3f:00:00:01' },
  network: {
    id: 'n',
    bridge: 'brqn',
    mtu: 1450,
    type: 'vxlan',
    physicalNetwork: null,
    segmentationId: 7,
  },
}

const of = { family: 'bridge', table }
const commented = (concat: readonly string[]) => ({ elem: { val: { concat }, comment: port.device } })

/** What `nft -j` lists once the changes are made. */
const listed = [
  {
    nftables: [
      { metainfo: {} },
      { set: { ...of, name: 'distributed_taps', elem: [port.device] } },
      { set: { ...of, name: 'distributed_gateways', elem: [commented(['vxlan-7', '10.0.0.1'])] } },
      {
        set: {
          ...of,
          name: 'distributed_gateways6',
          elem: [commented(['vxlan-7', 'ff02::1:ff00:1'])],
        },
      },
      { set: { ...of, name: 'members_1', elem: ['10.0.0.9'] } },
    ],
  },
  {
    nftables: [{ map: { ...of, name: 'distributed_macs', elem: [[port.device, 'fa:16:3f:00:00:01']] } }],
  },
].map((each) => JSON.stringify(each))

test('nft elements hide a distributed port from other hosts; they are added once and go with the port', async () => {
  const fresh = await distributedPorts(table, async () => [])
  const script = fresh.changes(port, 'vxlan-7')
  assert.match(
    script,
    /add element bridge nimbo_0 distributed_macs \{ "tap11111111-22" : fa:16:3f:00:00:01 \}/,
  )
  assert.match(script, /distributed_gateways \{ "vxlan-7" \. 10\.0\.0\.1 comment "tap11111111-22" \}/)
  assert.match(script, /"vxlan-7" \. ff02::1:ff00:1 /)
  assert.equal(fresh.changes({ ...port, network: { ...port.network, type: 'local' } }, undefined), '')

  const again = await distributedPorts(table, async () => listed)
  assert.equal(again.changes(port, 'vxlan-7'), '', 'a restarted agent finds the elements and adds none')
  const moved = again.changes({ ...port, addresses: ['10.0.0.2', 'fd00::1'] }, 'vxlan-7')
  assert.match(moved, /delete element bridge nimbo_0 distributed_gateways \{ "vxlan-7" \. 10\.0\.0\.1 \}/)
  assert.match(moved, /add element bridge nimbo_0 distributed_gateways \{ "vxlan-7" \. 10\.0\.0\.2 comment/)
  assert.doesNotMatch(moved, /distributed_taps/)
  assert.equal(again.removal('11111111-22').match(/delete element/g)?.length, 4)
  assert.equal(again.removal('99999999-99'), '')
})
