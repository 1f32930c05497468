/**
 * A host with its own network namespaces, for tests that need two: carries out the command in each line of its input, `[word, ...values]`
 * in JSON, and prints the result as a line. Its test has given it the device `uplink`.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { NetworkSegment, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { linuxbridgeDriver, removeAllOf } from '../src/network-linuxbridge.ts'
import { Guest, ip } from './guests.ts'

const [cloud = '', runtimeDirectory = '', localAddress = '', peer = ''] = process.argv.slice(2)
ip('link', 'set', 'dev', 'lo', 'up')
ip('address', 'add', `${localAddress}/24`, 'dev', 'uplink')
ip('link', 'set', 'dev', 'uplink', 'up')
const options = { cloud, runtimeDirectory, tunnels: { localAddress, peers: [peer] } }
const driver = linuxbridgeDriver(options)
const host = await driver.open('here')
const routers = await driver.openRouters('here')
const guests: Guest[] = []
const ends = new DisposableStack()
const inGuest = (index: number, name: string, ...more: readonly string[]): string[] => [
  ...['netns', 'exec', guests[index]?.namespace ?? '', process.execPath],
  ...[join(import.meta.dirname, name), ...more],
]

const words = {
  wire: async (networks: readonly NetworkSegment[], ports: readonly WiredPort[]) => {
    for (const network of networks) await host.wires.ensureNetwork(network)
    return [...(await host.ports.wirePorts(ports))].length
  },
  peers: async (addresses: readonly string[]) => host.wires.setPeers?.(addresses),
  run: async (router: RunRouter) => routers.ensureRouter(router),
  isActive: async (routerId: string) => routers.isActive(routerId),
  /** Starts a guest with this address and default gateway. */
  guest: async (port: WiredPort, address: string, gateway: string) => {
    const guest = new Guest(port)
    guests.push(guest)
    await host.ports.wirePorts([port])
    ip('-n', guest.namespace, 'address', 'replace', address, 'dev', 'eth0')
    ip('-n', guest.namespace, 'route', 'replace', 'default', 'via', gateway)
  },
  reaches: async (index: number, address: string) => guests[index]?.reachesAddress(address) ?? false,
  /** Starts a server in a guest that tells peers their address. */
  listens: async (index: number, port: number) => {
    const server = spawn('ip', inGuest(index, 'tell-peer.ts', String(port)), {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    ends.defer(() => void server.kill('SIGKILL'))
    await once(createInterface({ input: server.stdout }), 'line')
  },
  /** The address under which a guest is known at the other end of a TCP connection; null if there is no connection. */
  knownAt: async (index: number, address: string, port: number) => {
    const { status, stdout } = spawnSync('ip', inGuest(index, 'ask-peer.ts', address, String(port)), {
      encoding: 'utf8',
      timeout: 10_000,
    })
    return status === 0 ? stdout : null
  },
  /** The MAC addresses that a bridge has learned, each with its device. */
  heardOn: async (bridge: string) =>
    JSON.parse(execFileSync('bridge', ['-j', 'fdb', 'show', 'br', bridge, 'dynamic'], { encoding: 'utf8' })),
  /** The number of hosts to which a bridge floods frames for unknown addresses. */
  flooded: async (bridge: string) =>
    execFileSync('bridge', ['fdb', 'show', 'br', bridge], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => /^00:00:00:00:00:00 .*\bdst /.test(line)).length,
  remove: async (routerId: string) => routers.removeRouter(routerId),
  namespaces: async () => ip('netns', 'list'),
  cutOff: async () => ip('link', 'set', 'dev', 'uplink', 'down'),
  end: async () => {
    ends.dispose()
    for (const guest of guests) guest[Symbol.dispose]()
    await host.close()
    await removeAllOf(options)
  },
}

const isWord = (name: string): name is keyof typeof words => Object.hasOwn(words, name)

process.stdout.write('"ready"\n')
for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...values] = JSON.parse(line)
  const work: (...given: never[]) => Promise<unknown> = isWord(word) ? words[word] : async () => 'unknown'
  const answer = await Reflect.apply(work, undefined, values)
  process.stdout.write(`${JSON.stringify(answer ?? null)}\n`)
  if (word === 'end') process.exit(0)
}
