import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { Guest, ip, port, type Segment, segment, skip, startHost, type TestHost } from './guests.ts'

/** A guest on a network with an IPv6 address and the given route. */
const somebody = async (
  host: TestHost,
  network: Segment,
  address: string,
  ...way: string[]
): Promise<Guest> => {
  const last = Number(address.slice(-1))
  const wired = { ...port(network, last, []), addresses: [address], filtered: false }
  const guest = new Guest(wired)
  assert.equal(await host.ports.wirePort(wired), true)
  ip('-n', guest.namespace, 'address', 'add', `${address}/64`, 'dev', 'eth0', 'nodad')
  ip('-n', guest.namespace, '-6', 'route', 'replace', ...way)
  return guest
}

/** Tries several times, since the kernel sets up the neighbour proxy with a delay. */
const reachesSoon = (from: Guest, to: Guest): boolean =>
  from.reaches(to) || from.reaches(to) || from.reaches(to)

test('an internal IPv6 address is reached from outside only while the router has an NDP proxy for it', {
  skip,
}, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const [inner, outer] = [segment(), segment()]
  for (const network of [inner, outer]) await host.wires.ensureNetwork(network)
  const inside = guests.use(await somebody(host, inner, '2001:db8:2::5', 'default', 'via', '2001:db8:2::1'))
  const hidden = guests.use(await somebody(host, inner, '2001:db8:2::6', 'default', 'via', '2001:db8:2::1'))
  // The outside guest treats the internal addresses as on-link, since it has no route to them.
  const outside = guests.use(await somebody(host, outer, '2001:db8:1::7', '2001:db8:2::/64', 'dev', 'eth0'))
  const ends = { inner: port(inner, 1, []), outer: port(outer, 2, []) }
  const end = ({ id, mac }: typeof ends.inner, address: string) => ({
    id,
    mac,
    mtu: 1450,
    addresses: [address],
  })
  const router: RunRouter = {
    ...{ id: randomUUID(), adminStateUp: true, routes: [], floatingIps: [], helpers: [], forwardings: [] },
    interfaces: [end(ends.inner, '2001:db8:2::1/64')],
    gateways: [{ port: end(ends.outer, '2001:db8:1::2/64'), nexthops: ['2001:db8:1::7'], snat: true }],
  }
  const answers = { address: '2001:db8:2::5', gatewayPortId: ends.outer.id }
  const answering = { ...router, ndpProxies: [answers] }
  await routers.ensureRouter(router)
  for (const each of Object.values(ends))
    assert.equal(await host.ports.wirePort({ ...each, addresses: [], filtered: false }), true)
  assert.equal(outside.reaches(inside), false)

  await routers.ensureRouter(answering)
  await routers.ensureRouter(answering)
  assert.ok(reachesSoon(outside, inside), 'the router answers neighbour solicitations for the address')
  assert.equal(outside.reaches(hidden), false, 'the router answers for no other address')

  await routers.ensureRouter(router)
  assert.equal(ip('-n', `qrouter-${router.id}`, '-6', 'neighbour', 'show', 'proxy').trim(), '')
})
