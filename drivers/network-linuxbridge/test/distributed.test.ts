import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Distribution, RunRouter } from '@nimbo/network/driver/runs-routers'
import { eventually } from '@nimbo/testing/eventually'
import { port, rule, type Segment, skip } from './guests.ts'
import type { Machine } from './machine.ts'
import { numbered, routerPort, twoHosts } from './two-hosts.ts'

const anything = [rule('egress'), rule('ingress')]
const helloPort = 7007
const hostMacs = ['fa:16:3f:00:00:01', 'fa:16:3f:00:00:02']

/** Two internal networks and an external one, and a router distributed over two hosts; the second does SNAT for guests without a floating IP. */
const world = async (one: Machine, two: Machine) => {
  const [left, right, outer] = [numbered(81), numbered(82), numbered(83)]
  const inner = { left: routerPort(left, 1, '10.77.1.1/24'), right: routerPort(right, 2, '10.77.2.1/24') }
  const central = { left: routerPort(left, 3, '10.77.1.2/24'), right: routerPort(right, 4, '10.77.2.2/24') }
  const gateway = routerPort(outer, 5, '203.0.113.2/24')
  const holders = [routerPort(outer, 6, '203.0.113.10/24'), routerPort(outer, 7, '203.0.113.11/24')]
  const guest = (network: Segment, last: number) => ({ ...port(network, last, anything), filtered: false })
  const [a, b, c] = [guest(left, 8), guest(right, 9), { ...guest(right, 0), mac: 'fa:16:3e:00:00:1a' }]
  const stranger = { ...guest(outer, 0), mac: 'fa:16:3e:00:00:1b' }

  const plain = (address: string | undefined): string => address?.split('/')[0] ?? ''
  const distribution: Distribution = {
    neighbours: [
      { portId: inner.left.end.id, address: '10.77.1.5', mac: a.mac },
      { portId: inner.right.end.id, address: '10.77.2.6', mac: b.mac },
      { portId: inner.right.end.id, address: '10.77.2.7', mac: c.mac },
      ...[central.left.end, central.right.end].map(({ addresses: [address], mac }, index) => ({
        portId: [inner.left.end.id, inner.right.end.id][index] ?? '',
        ...{ address: plain(address), mac },
      })),
    ],
    ways: [
      { portId: inner.left.end.id, nexthops: ['10.77.1.2'] },
      { portId: inner.right.end.id, nexthops: ['10.77.2.2'] },
    ],
    outside: [],
  }
  const none = { routes: [], floatingIps: [], helpers: [], forwardings: [] }
  const router: RunRouter = {
    id: randomUUID(),
    adminStateUp: true,
    interfaces: [inner.left.end, inner.right.end],
    gateways: [],
    ...none,
  }
  const centre: NonNullable<Distribution['centre']> = {
    id: router.id,
    adminStateUp: true,
    interfaces: [central.left.end, central.right.end],
    gateways: [{ port: gateway.end, nexthops: ['203.0.113.1'], snat: true }],
    ...none,
  }
  const outsideOf = (index: number): Distribution['outside'] =>
    holders
      .slice(index, index + 1)
      .map(({ end }) => ({ networkId: outer.id, port: end, nexthops: ['203.0.113.1'] }))
  const wire = async (host: Machine, index: number, central: boolean) => {
    const hostMac = hostMacs[index] ?? ''
    const shared = [inner.left, inner.right].map(({ wired }) => ({ ...wired, distributed: { hostMac } }))
    const own = [...(central ? [...centralPorts, gateway] : []), ...holders.slice(index, index + 1)]
    await host.tell('wire', [left, right, outer], [...shared, ...own.map(({ wired }) => wired)])
  }
  const centralPorts = [central.left, central.right]
  for (const host of [one, two]) await host.tell('wire', [left, right, outer], [])
  await one.tell('guest', a, '10.77.1.5/24', '10.77.1.1')
  await one.tell('guest', c, '10.77.2.7/24', '10.77.2.1')
  await two.tell('guest', b, '10.77.2.6/24', '10.77.2.1')
  await two.tell('guest', stranger, '203.0.113.1/24', '203.0.113.2')
  return { router, distribution, centre, outsideOf, wire, right, inner }
}

/** The devices of a bridge behind which the MAC address was learned. */
const heardBy = (heard: unknown, mac: string): string[] =>
  Array.isArray(heard)
    ? [...new Set(heard.filter((each) => each.mac === mac).map((each) => String(each.ifname)))]
    : []

test('a distributed router routes on the host of the sender, and floating IPs are on the host of their guest', {
  skip,
}, async () => {
  await using machines = new AsyncDisposableStack()
  const [one, two] = await twoHosts(machines)
  const { router, distribution, centre, outsideOf, wire, right, inner } = await world(one, two)
  const floating = (index: number, fixedAddress: string) =>
    outsideOf(index).map(({ port: { id: gatewayPortId } }) => ({
      ...{ id: randomUUID(), address: '203.0.113.50', fixedAddress, gatewayPortId },
    }))
  const runOne = (of: Partial<RunRouter>) => one.tell('run', { ...router, distributed: distribution, ...of })
  const runTwo = (of: Partial<RunRouter>, more: Partial<Distribution> = { centre }) =>
    two.tell('run', { ...router, distributed: { ...distribution, ...more }, ...of })
  const ofOne = { ...distribution, outside: outsideOf(0) }
  await runOne({ distributed: ofOne })
  await runTwo({})
  await wire(one, 0, false)
  await wire(two, 1, true)
  await runOne({ floatingIps: floating(0, '10.77.1.5'), distributed: ofOne })
  for (const [host, index] of [
    [one, 0],
    [one, 1],
    [two, 0],
    [two, 1],
  ] as const)
    await host.tell('listens', index, helloPort)

  const known = (host: Machine, index: number, address: string) =>
    host.tell('knownAt', index, address, helloPort)
  await eventually(async () => assert.equal(await known(one, 0, '10.77.2.6'), '10.77.1.5'))
  assert.equal(await known(two, 0, '10.77.1.5'), '10.77.2.6', 'routing works in the other direction too')
  assert.equal(await known(one, 0, '10.77.2.7'), '10.77.1.5', 'routing works between guests of one host too')
  const heard = await two.tell('heardOn', right.bridge)
  assert.deepEqual(
    heardBy(heard, inner.right.end.mac),
    [inner.right.wired.device],
    'the MAC of the router port is learned only behind its local device',
  )
  assert.deepEqual(
    heardBy(heard, hostMacs[0] ?? ''),
    ['vxlan-82'],
    'packets between hosts have the MAC of the host that routed',
  )

  await eventually(async () => assert.equal(await known(two, 0, '203.0.113.1'), '203.0.113.2'))
  assert.equal(
    await known(one, 1, '203.0.113.1'),
    '203.0.113.2',
    'guests without a floating IP leave by the SNAT host',
  )
  assert.equal(await known(one, 0, '203.0.113.1'), '203.0.113.50')
  assert.equal(await known(two, 1, '203.0.113.50'), '203.0.113.1')

  await runTwo({}, {})
  assert.equal(
    await known(two, 0, '203.0.113.1'),
    null,
    'without SNAT, guests without a floating IP do not reach the external network',
  )
  assert.equal(
    await known(one, 0, '203.0.113.1'),
    '203.0.113.50',
    'floating IPs of the other host still work',
  )

  // The floating IP moves to a guest of the other host, and the neighbours learn of it.
  await runOne({})
  await runTwo({}, { centre, outside: outsideOf(1) })
  await wire(two, 1, true)
  await runTwo({ floatingIps: floating(1, '10.77.2.6') }, { centre, outside: outsideOf(1) })
  assert.equal(await known(two, 1, '203.0.113.50'), '203.0.113.1')
  assert.equal(await known(two, 0, '203.0.113.1'), '203.0.113.50')
  assert.equal(await known(one, 0, '203.0.113.1'), '203.0.113.2')

  for (const host of [one, two]) {
    await host.tell('remove', router.id)
    assert.doesNotMatch(String(await host.tell('namespaces')), /qrouter|fip|snat/)
  }
})
