import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import type { RouterPort, RunRouter } from '@nimbo/network/driver/runs-routers'
import { Guest, ip, port, rule, type Segment, segment, type TestHost } from './guests.ts'

const anything = [rule('egress'), rule('ingress')]
export const helloPort = 7007

const probe = (name: string): string => join(import.meta.dirname, name)

/** A guest with an address and a gateway, which can run a server that tells peers their address. */
export class Host extends Guest {
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
export const world = async (host: TestHost, guests: DisposableStack) => {
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
