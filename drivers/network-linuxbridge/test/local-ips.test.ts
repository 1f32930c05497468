import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { Guest, ip, port, rule, segment, skip, startHost } from './guests.ts'

const probe = (name: string): string => join(import.meta.dirname, name)
const helloPort = 7007
const open = [rule('egress'), rule('ingress')]

/** Starts a server in a guest that tells peers their address; it ends when the result is disposed. */
const listening = async (guest: Guest): Promise<Disposable> => {
  const command = [
    'netns',
    'exec',
    guest.namespace,
    process.execPath,
    probe('tell-peer.ts'),
    String(helloPort),
  ]
  const server = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(createInterface({ input: server.stdout }), 'line')
  return { [Symbol.dispose]: () => void server.kill('SIGKILL') }
}

/** The address under which a guest is known at the other end of a TCP connection; undefined if there is no connection. */
const knownAt = (guest: Guest, address: string): string | undefined => {
  const command = ['netns', 'exec', guest.namespace, process.execPath, probe('ask-peer.ts'), address]
  const options = { encoding: 'utf8', timeout: 10_000 } as const
  const { status, stdout } = spawnSync('ip', [...command, String(helloPort)], options)
  return status === 0 && stdout !== '' ? stdout : undefined
}

test('a local IP leads to the port on the same host, with its security group rules', { skip }, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host } = running
  const network = segment()
  await host.wires.ensureNetwork(network)
  const somebody = async (last: number, more: Partial<WiredPort> = {}): Promise<Guest> => {
    const guest = guests.use(new Guest({ ...port(network, last, open), ...more }))
    guest.take()
    assert.equal(await host.ports.wirePort(guest.port), true)
    return guest
  }
  const near = await somebody(2)
  const localIps = [
    { address: '10.77.0.99', fixedAddress: '10.77.0.2', fixedMac: near.port.mac, translated: true },
    // Behind the default gateway, so that it is not resolved by ARP.
    { address: '192.0.2.9', fixedAddress: '10.77.0.2', fixedMac: near.port.mac, translated: true },
  ]
  const one = await somebody(1, { localIps })
  const other = await somebody(3)
  ip('-n', one.namespace, 'route', 'add', 'default', 'via', '10.77.0.3')
  guests.use(await listening(near))

  assert.equal(knownAt(one, '10.77.0.99'), '10.77.0.1', 'the address of the client is not translated')
  assert.equal(knownAt(one, '192.0.2.9'), '10.77.0.1')
  assert.equal(knownAt(one, '10.77.0.2'), '10.77.0.1', 'the port is still reached at its fixed address')
  assert.equal(knownAt(other, '10.77.0.99'), undefined, 'a guest without the local IP does not reach it')
  assert.equal(knownAt(other, '10.77.0.2'), '10.77.0.3')

  const shut = [rule('egress'), rule('ingress', { prefixes: ['10.77.0.3/32'] })]
  await host.ports.wirePort({ ...near.port, rules: shut })
  assert.equal(knownAt(one, '10.77.0.99'), undefined, 'the rules of the port apply to its local IP too')
  await host.ports.wirePort(near.port)
  assert.equal(knownAt(one, '10.77.0.99'), '10.77.0.1')

  await host.ports.wirePort({ ...one.port, localIps: [] })
  assert.equal(knownAt(one, '192.0.2.9'), undefined)
  await host.ports.wirePort(one.port)
  await host.ports.unwirePort(one.port.id.slice(0, 11))
  const left = spawnSync('nft', ['list', 'ruleset'], { encoding: 'utf8' }).stdout
  assert.ok(!left.includes(`before_${one.port.id.slice(0, 11)}`))
})

test('a local IP in passthrough mode is not translated', { skip }, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host } = running
  const network = segment()
  await host.wires.ensureNetwork(network)
  const address = '10.77.0.99'
  const allowedPairs = [{ mac: 'fa:16:3e:00:00:02', prefix: address }]
  const near = guests.use(new Guest({ ...port(network, 2, open), allowedPairs }))
  const localIps = [{ address, fixedAddress: '10.77.0.2', fixedMac: near.port.mac, translated: false }]
  const one = guests.use(new Guest({ ...port(network, 1, open), localIps }))
  for (const guest of [near, one]) {
    guest.take()
    assert.equal(await host.ports.wirePort(guest.port), true)
  }
  ip('-n', near.namespace, 'address', 'add', `${address}/32`, 'dev', 'lo')
  guests.use(await listening(near))
  assert.equal(knownAt(one, address), '10.77.0.1')
})
