import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import type { RouterPort, RunRouter } from '@nimbo/network/driver/runs-routers'
import { Guest, ip, port, rule, type Segment, segment, skip, startHost, type TestHost } from './guests.ts'

const anything = [rule('egress'), rule('ingress')]
const helloPort = 7007

const probe = (name: string): string => join(import.meta.dirname, name)

/** A guest with an address and a gateway, which can run a server that tells peers their address. */
class Host extends Guest {
  readonly #servers: ChildProcess[] = []

  at(address: string, gateway?: string): this {
    ip('-n', this.namespace, 'address', 'replace', address, 'dev', 'eth0')
    if (gateway) ip('-n', this.namespace, 'route', 'replace', 'default', 'via', gateway)
    return this
  }

  async listens(at = helloPort): Promise<void> {
    const server = this.#runs('tell-peer.ts', String(at))
    this.#servers.push(server)
    await once(createInterface({ input: server.stdout }), 'line')
  }

  /** The address under which it is known at the other end of a TCP connection; undefined if there is no connection. */
  knownAt(address: string, at = helloPort): string | undefined {
    const command = [
      'netns',
      'exec',
      this.namespace,
      process.execPath,
      probe('ask-peer.ts'),
      address,
      String(at),
    ]
    const { status, stdout } = spawnSync('ip', command, { encoding: 'utf8', timeout: 10_000 })
    return status === 0 ? stdout : undefined
  }

  /** Sends many datagrams and counts the replies; `begun` resolves when the first is sent. */
  counts(
    address: string,
    many: number,
  ): { readonly begun: Promise<unknown>; readonly heard: Promise<number> } {
    const lines = createInterface({
      input: this.#runs('count-echoes.ts', address, String(helloPort), String(many)).stdout,
    })
    const told = lines[Symbol.asyncIterator]()
    const begun = told.next()
    return { begun, heard: begun.then(async () => Number((await told.next()).value)) }
  }

  #runs(name: string, ...args: readonly string[]) {
    const command = ['netns', 'exec', this.namespace, process.execPath, probe(name), ...args]
    return spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] })
  }

  override [Symbol.dispose](): void {
    for (const server of this.#servers) server.kill('SIGKILL')
    super[Symbol.dispose]()
  }
}

let macs = 0

/** A router's port on a network, as the agent that runs it and the one that wires it know it. */
const routerPort = (
  network: Segment,
  address: string,
): { readonly wired: WiredPort; readonly end: RouterPort } => {
  macs += 1
  const mac = `fa:16:3e:aa:00:${macs.toString(16).padStart(2, '0')}`
  const wired = { ...port(network, 1, []), mac, addresses: [], filtered: false }
  return { wired, end: { id: wired.id, mac, mtu: 1450, addresses: [address] } }
}

/** Two internal networks and an external one, each with a guest, and a router connected to all three. */
const world = async (host: TestHost, guests: DisposableStack) => {
  const [left, right, outer] = [segment(), segment(), segment()]
  for (const network of [left, right, outer]) await host.wires.ensureNetwork(network)
  const somebody = async (
    network: Segment,
    last: number,
    address: string,
    gateway?: string,
  ): Promise<Host> => {
    const wired = { ...port(network, last, anything), filtered: false }
    const one = guests.use(new Host(wired))
    assert.equal(await host.ports.wirePort(wired), true)
    return one.at(address, gateway)
  }
  const ports = {
    left: routerPort(left, '10.77.1.1/24'),
    right: routerPort(right, '10.77.2.1/24'),
    outer: routerPort(outer, '203.0.113.2/24'),
  }
  const router: RunRouter = {
    id: randomUUID(),
    adminStateUp: true,
    interfaces: [ports.left.end, ports.right.end],
    gateways: [{ port: ports.outer.end, nexthops: ['203.0.113.1'], snat: true }],
    routes: [],
    floatingIps: [],
    helpers: [],
    forwardings: [],
  }
  return {
    router,
    gatewayPortId: ports.outer.end.id,
    /** Wires the router's ports, as the agent does once it sees their devices. */
    wire: async () => {
      for (const { wired } of Object.values(ports)) assert.equal(await host.ports.wirePort(wired), true)
    },
    one: await somebody(left, 5, '10.77.1.5/24', '10.77.1.1'),
    other: await somebody(right, 6, '10.77.2.6/24', '10.77.2.1'),
    stranger: await somebody(outer, 7, '203.0.113.1/24'),
  }
}

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
