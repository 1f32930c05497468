import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphOf } from './graph.ts'
import { layoutOf } from './layout.ts'

const facts = {
  networks: [
    { id: 'public', name: 'public', 'router:external': true, status: 'ACTIVE' },
    { id: 'a', name: 'a', 'router:external': false, status: 'ACTIVE' },
    { id: 'b', name: '', 'router:external': false, status: 'ACTIVE' },
  ],
  subnets: [{ network_id: 'a', cidr: '10.0.0.0/24' }],
  routers: [{ id: 'r', name: 'r', status: 'ACTIVE', external_gateway_info: { network_id: 'public' } }],
  ports: [
    { id: 'p1', network_id: 'a', device_id: 'r', status: 'ACTIVE' },
    { id: 'p2', network_id: 'a', device_id: 's', status: 'ACTIVE', fixed_ips: [{ ip_address: '10.0.0.5' }] },
    { id: 'p3', network_id: 'b', device_id: 's', status: 'DOWN', fixed_ips: [] },
    { id: 'p4', network_id: 'public', device_id: 'r', status: 'ACTIVE' },
    { id: 'p5', network_id: 'a', device_id: 'dhcp', status: 'ACTIVE' },
  ],
  servers: [{ id: 's', name: 'web', status: 'ACTIVE' }],
  floatingIps: [{ port_id: 'p2', floating_ip_address: '172.24.4.9' }],
}

test('networks, routers and servers are connected by their ports and router gateways', () => {
  const { nodes, ties } = graphOf(facts)
  assert.deepEqual(
    ties.map(({ from, to, up }) => `${from}-${to}${up ? '' : ' down'}`),
    ['public-r', 'r-a', 'a-s', 'b-s down'],
  )
  assert.deepEqual(nodes.find(({ id }) => id === 's')?.notes, ['10.0.0.5', '⇄ 172.24.4.9'])
  assert.deepEqual(nodes.find(({ id }) => id === 'a')?.notes, ['10.0.0.0/24'])
})

test('every node has its own position, with external networks at the top and servers at the bottom', () => {
  const { placed, width, height } = layoutOf(graphOf(facts))
  assert.equal(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size, placed.length)
  for (const { x, y } of placed) assert.ok(x > 0 && x < width && y > 0 && y < height)
  const heightOf = (id: string) => placed.find(({ node }) => node.id === id)?.y ?? 0
  assert.ok(
    heightOf('public') < heightOf('r') && heightOf('r') < heightOf('a') && heightOf('a') < heightOf('s'),
  )
  assert.deepEqual(layoutOf({ nodes: [], ties: [] }).placed, [])
})
