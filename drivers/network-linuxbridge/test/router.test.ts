import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ip, skip, startHost } from './guests.ts'
import { helloPort, world } from './router-world.ts'

test('a router connects networks, and does SNAT to the external one if enabled', { skip }, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const { router, wire, one, other, stranger } = await world(host, guests)
  await routers.ensureRouter(router)
  await wire()
  await other.listens()
  await stranger.listens()
  assert.equal(
    one.knownAt('10.77.2.6'),
    '10.77.1.5',
    'addresses are not translated between internal networks',
  )
  assert.equal(one.knownAt('203.0.113.1'), '203.0.113.2')

  const open = { ...router, gateways: router.gateways.map((each) => ({ ...each, snat: false })) }
  await routers.ensureRouter(open)
  ip('-n', stranger.namespace, 'route', 'replace', '10.77.0.0/16', 'via', '203.0.113.2')
  assert.equal(one.knownAt('203.0.113.1'), '10.77.1.5', 'without SNAT the address is not translated')

  await routers.ensureRouter({ ...router, adminStateUp: false })
  assert.equal(one.knownAt('10.77.2.6'), undefined, 'a router whose admin_state_up is false routes nothing')
  await routers.removeRouter(router.id)
  await routers.removeRouter(router.id)
  assert.deepEqual(await routers.routers(), [])
  assert.ok(!ip('netns', 'list').includes(router.id))
})

test('a gateway that loses one of its addresses keeps the other', { skip }, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const { router, gatewayPortId } = await world(host, guests)
  const withAddresses = (...addresses: string[]) => ({
    ...router,
    gateways: router.gateways.map((each) => ({ ...each, port: { ...each.port, addresses } })),
  })
  const held = (): string[] => {
    const device = `qg-${gatewayPortId.slice(0, 11)}`
    const listing = ip('-j', '-4', '-n', `qrouter-${router.id}`, 'address', 'show', 'dev', device)
    return JSON.parse(listing)[0].addr_info.map(({ local }: { readonly local: string }) => local)
  }
  await routers.ensureRouter(withAddresses('203.0.113.2/24', '203.0.113.3/24'))
  assert.deepEqual(held(), ['203.0.113.2', '203.0.113.3'])
  await routers.ensureRouter(withAddresses('203.0.113.3/24'))
  assert.deepEqual(held(), ['203.0.113.3'])
})

test('a floating IP is translated in both directions while it is associated', { skip }, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const { router, wire, one, other, stranger, gatewayPortId } = await world(host, guests)
  const floating = { id: randomUUID(), address: '203.0.113.50', fixedAddress: '10.77.1.5', gatewayPortId }
  await routers.ensureRouter({ ...router, floatingIps: [floating] })
  await wire()
  await one.listens()
  await stranger.listens()
  assert.equal(stranger.knownAt('203.0.113.50'), '203.0.113.1')
  assert.equal(one.knownAt('203.0.113.1'), '203.0.113.50')
  assert.equal(other.knownAt('203.0.113.1'), '203.0.113.2')
  assert.ok(other.knownAt('203.0.113.50'), 'the floating IP is reached from an internal network too')

  const counted = stranger.counts('203.0.113.50', 100)
  await counted.begun
  await routers.ensureRouter(router)
  const heard = await counted.heard
  assert.ok(heard < 100, `an established flow ends with the association: ${heard}`)
  assert.equal(stranger.knownAt('203.0.113.50'), undefined)
  assert.equal(one.knownAt('203.0.113.1'), '203.0.113.2')

  // The floating IP is associated with another guest.
  await routers.ensureRouter({ ...router, floatingIps: [{ ...floating, fixedAddress: '10.77.2.6' }] })
  await other.listens()
  assert.equal(stranger.knownAt('203.0.113.50'), '203.0.113.1')
})

test('port forwardings lead from ports of a floating IP to internal ports, until they are removed', {
  skip,
}, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const { router, wire, one, stranger, gatewayPortId } = await world(host, guests)
  const forwarding = {
    floatingIpId: randomUUID(),
    ...{ address: '203.0.113.60', gatewayPortId, protocol: 'tcp' },
    ...{ externalFirst: 8000, externalLast: 8001 },
    ...{ internalAddress: '10.77.1.5', internalFirst: helloPort, internalLast: helloPort + 1 },
  }
  await routers.ensureRouter({ ...router, forwardings: [forwarding] })
  await wire()
  await one.listens()
  await one.listens(helloPort + 1)
  assert.equal(stranger.knownAt('203.0.113.60', 8000), '203.0.113.1')
  assert.equal(stranger.knownAt('203.0.113.60', 8001), '203.0.113.1')
  assert.equal(stranger.knownAt('203.0.113.60', 8002), undefined)
  await routers.ensureRouter(router)
  assert.equal(stranger.knownAt('203.0.113.60', 8000), undefined)
})

test('a static route leads through a guest until it is removed', { skip }, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const { router, wire, one, other } = await world(host, guests)
  const routes = [{ destination: '192.0.2.0/24', nexthop: '10.77.2.6' }]
  await routers.ensureRouter({ ...router, routes })
  await wire()
  ip('-n', other.namespace, 'address', 'add', '192.0.2.9/32', 'dev', 'lo')
  await other.listens()
  assert.equal(one.knownAt('192.0.2.9'), '10.77.1.5')
  await routers.ensureRouter(router)
  assert.equal(one.knownAt('192.0.2.9'), undefined)
})

test('no packet is lost when the router is applied again or gets another floating IP', { skip }, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const { router, wire, one, stranger, gatewayPortId } = await world(host, guests)
  const floatingIps = [
    { id: randomUUID(), address: '203.0.113.50', fixedAddress: '10.77.1.5', gatewayPortId },
  ]
  await routers.ensureRouter({ ...router, floatingIps })
  await wire()
  await one.listens()
  assert.ok(stranger.knownAt('203.0.113.50'))
  const counted = stranger.counts('203.0.113.50', 100)
  await counted.begun
  for (let again = 0; again < 3; again += 1) {
    await routers.ensureRouter({ ...router, floatingIps })
    await wire()
  }
  const more = { id: randomUUID(), address: '203.0.113.51', fixedAddress: '10.77.2.6', gatewayPortId }
  await routers.ensureRouter({ ...router, floatingIps: [...floatingIps, more] })
  assert.equal(await counted.heard, 100)
  assert.deepEqual(await routers.routers(), [router.id])
})

test('the conntrack helpers of a router are set, replaced and removed', { skip }, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host, routers } = running
  const { router } = await world(host, guests)
  const rules = (): string => ip('netns', 'exec', `qrouter-${router.id}`, 'nft', 'list', 'ruleset')
  await routers.ensureRouter({ ...router, helpers: [{ helper: 'tftp', protocol: 'udp', port: 69 }] })
  assert.match(rules(), /udp dport 69 ct helper set "tftp_udp_69"/)
  await routers.ensureRouter({ ...router, helpers: [{ helper: 'ftp', protocol: 'tcp', port: 21 }] })
  assert.match(rules(), /tcp dport 21 ct helper set "ftp_tcp_21"/)
  assert.doesNotMatch(rules(), /tftp/)
  await routers.ensureRouter(router)
  assert.doesNotMatch(rules(), /helper/)
})
