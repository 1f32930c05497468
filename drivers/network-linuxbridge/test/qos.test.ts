import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import type { PortQos, Rate } from '@nimbo/network/driver/network-agent-driver'
import { eventually } from '@nimbo/testing/eventually'
import { count, counted, send } from './datagrams.ts'
import { Guest, ip, port, rule, segment, skip, startHost, type TestHost } from './guests.ts'

const any: Rate = { kbps: 0, burstKbit: 0, kpps: 0, burstKpps: 0 }
const policy = (parts: Partial<PortQos>): PortQos => ({ egress: any, ingress: any, dscpMark: null, ...parts })

const addressOf = ({ port: { addresses } }: Guest): string => addresses[0] ?? ''
const open = () => [rule('egress'), rule('ingress')]

/** Two guests on one network, of which the second counts the datagrams it receives. */
const pair = async (host: TestHost, guests: DisposableStack, mark: number) => {
  const network = segment()
  await host.wires.ensureNetwork(network)
  const [one, two] = [port(network, 2, open()), port(network, 3, open())]
  const [sender, receiver] = [guests.use(new Guest(one)), guests.use(new Guest(two))]
  for (const each of [one, two]) assert.equal(await host.ports.wirePort(each), true)
  sender.take()
  receiver.take()
  count(receiver, mark)
  assert.ok(sender.reaches(receiver))
  return { sender, receiver }
}

const megabyte = 1_000_000
/** Sent at once, these are more than a limit lets pass in the time of sending, and all pass without one. */
const datagrams = 2_000
const size = 1_400

for (const way of ['egress', 'ingress'] as const)
  test(`a QoS policy limits the bandwidth of a port: ${way}`, { skip }, async () => {
    await using running = await startHost()
    using guests = new DisposableStack()
    const { host } = running
    const { sender, receiver } = await pair(host, guests, 0)
    send(sender, addressOf(receiver), datagrams, size)
    const free = counted(receiver, 'datagrams').bytes
    assert.ok(free > 2 * megabyte, `${free} bytes arrived without a limit`)

    const limited = way === 'egress' ? sender : receiver
    const limit = { ...any, kbps: 1_000 }
    await host.ports.wirePort({ ...limited.port, qos: policy({ [way]: limit }) })
    await host.ports.wirePort({ ...limited.port, qos: policy({ [way]: limit }) })
    send(sender, addressOf(receiver), datagrams, size)
    const slow = counted(receiver, 'datagrams').bytes - free
    assert.ok(slow > 0 && slow < megabyte, `${slow} bytes arrived with a limit`)

    await host.ports.wirePort(limited.port)
    assert.ok(
      !ip('link', 'show').includes(`qos${limited.port.id.slice(0, 11)}`),
      'the device that limited it is removed',
    )
    const before = counted(receiver, 'datagrams').bytes
    send(sender, addressOf(receiver), datagrams, size)
    assert.ok(counted(receiver, 'datagrams').bytes - before > 2 * megabyte)
  })

test('a QoS policy limits the packet rate of a port, and marks the packets that pass with its DSCP mark', {
  skip,
}, async () => {
  await using running = await startHost()
  using guests = new DisposableStack()
  const { host } = running
  const { sender, receiver } = await pair(host, guests, 26)
  const before = process.hrtime.bigint()
  const egress = { ...any, kpps: 1 }
  await host.ports.wirePort({ ...sender.port, qos: policy({ egress, dscpMark: 26 }) })
  send(sender, addressOf(receiver), 20_000, 10)
  const seconds = Number(process.hrtime.bigint() - before) / 1e9
  const { packets } = counted(receiver, 'datagrams')
  assert.ok(packets > 0 && packets < 1_000 * seconds + 50, `${packets} packets in ${seconds} s`)
  assert.ok(packets < 20_000)
  assert.equal(counted(receiver, 'marked').packets, packets)
  await host.ports.unwirePort(sender.port.id.slice(0, 11))
})

/** The rate at which datagrams arrive, in kbit/s, measured over so many bytes. */
const measured = async (receiver: Guest, bytes: number): Promise<number> => {
  const look = () => ({ at: process.hrtime.bigint(), bytes: counted(receiver, 'datagrams').bytes })
  const from = look()
  const to = await eventually(() => {
    const now = look()
    assert.ok(now.bytes - from.bytes >= bytes, `${now.bytes - from.bytes} bytes came`)
    return now
  })
  return ((to.bytes - from.bytes) * 8 * 1e6) / Number(to.at - from.at)
}

for (const way of ['egress', 'ingress'] as const)
  test(`a guest gets the bandwidth of its policy within 15 %: ${way}`, { skip }, async () => {
    await using running = await startHost()
    using guests = new DisposableStack()
    const { host } = running
    const { sender, receiver } = await pair(host, guests, 0)
    const kbps = 4_000
    const limited = way === 'egress' ? sender : receiver
    const limit = { ...any, kbps, burstKbit: 400 }
    await host.ports.wirePort({ ...limited.port, qos: policy({ [way]: limit }) })
    const program = join(import.meta.dirname, 'send-steadily.ts')
    const words = [program, addressOf(receiver), String(size), String(3 * kbps)]
    const sending = spawn('ip', ['netns', 'exec', sender.namespace, process.execPath, ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    guests.defer(() => void sending.kill('SIGKILL'))
    // After these bytes the allowed burst is used up.
    await measured(receiver, 100_000)
    // On a busy machine a sender may be late, so single measurements may be too low.
    await eventually(async () => {
      const rate = await measured(receiver, megabyte)
      assert.ok(rate > kbps * 0.85 && rate < kbps * 1.15, `${Math.round(rate)} kbit/s of ${kbps}`)
    })
  })
