import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { connectRpc, remoteProgram } from './connection.ts'
import { ConnectionLost, errorBody, isLibvirtError } from './errors.ts'
import { domainEvents } from './events.ts'
import { type FakeServer, fakeServer, replyTo } from './fake-server.testing.ts'
import { keepaliveProgram } from './keepalive.ts'
import { openLibvirt } from './open-libvirt.ts'
import { type Packet, packetStatus, packetTypes } from './packet.ts'
import { procedures } from './procedures.ts'
import { encode, int, list, struct } from './xdr.ts'

const domain = { name: 'guest', uuid: '6695eb01-f6a4-8304-79aa-97f2502e193f', id: 3 }

const connectTo = (server: FakeServer, keepalive = { intervalMs: 60_000, count: 5 }) =>
  connectRpc({ socketPath: server.socketPath, clock: systemClock, timeoutMs: 5_000, keepalive })

const streamPacket = (call: Packet, status: number, body: string | Buffer = ''): Packet => ({
  ...call,
  type: packetTypes.stream,
  status,
  body: Buffer.from(body),
})

test('replies are matched to their calls in any order', async () => {
  let first: Packet | undefined
  await using server = await fakeServer((packet) => {
    if (packet.procedure !== procedures.domainGetState.number) return [replyTo(packet)]
    const answer = (call: Packet) =>
      replyTo(call, encode(procedures.domainGetState.result, { state: call.serial, reason: 0 }))
    if (first) return [answer(packet), answer(first)]
    first = packet
    return []
  })
  const connection = await connectTo(server)
  const ask = () => connection.call(procedures.domainGetState, { domain, flags: 0 })
  const states = await Promise.all([ask(), ask()])
  assert.deepEqual(
    states.map(({ state }) => state),
    [1, 2],
  )
  await connection.close()
})

test('an error reply rejects with the code of libvirt', async () => {
  await using server = await fakeServer((packet) => [
    {
      ...replyTo(packet),
      status: packetStatus.error,
      body: encode(errorBody, {
        code: 55,
        domain: 10,
        message: 'domain is not running',
        level: 2,
        dom: null,
        str1: null,
        str2: null,
        str3: null,
        int1: -1,
        int2: -1,
        net: null,
      }),
    },
  ])
  const connection = await connectTo(server)
  await assert.rejects(connection.call(procedures.domainResume, { domain }), (error) =>
    isLibvirtError(error, 55),
  )
  await connection.close()
})

test('a call fails at its deadline, and its late reply is ignored', async () => {
  let late: Packet | undefined
  await using server = await fakeServer((packet) => {
    if (packet.procedure !== procedures.domainResume.number) return [replyTo(packet)]
    late = packet
    return []
  })
  const connection = await connectTo(server)
  await assert.rejects(
    connection.call(procedures.domainResume, { domain }, { timeoutMs: 20 }),
    DeadlineExceeded,
  )
  assert.ok(late)
  server.send(replyTo(late))
  await connection.call(procedures.domainSuspend, { domain })
  await connection.close()
})

test('when the server disconnects, running and later calls reject with ConnectionLost', async () => {
  await using server = await fakeServer(() => [])
  const connection = await connectTo(server)
  const call = connection.call(procedures.domainResume, { domain })
  await server.waitFor(() => true)
  server.hangUp()
  await assert.rejects(call, ConnectionLost)
  assert.ok((await connection.closed) instanceof ConnectionLost)
  await assert.rejects(connection.call(procedures.domainResume, { domain }), ConnectionLost)
})

test('connecting to a socket that does not exist fails with ConnectionLost', async () => {
  const options = { socketPath: '/nonexistent/sock', clock: systemClock, timeoutMs: 1_000 }
  await assert.rejects(connectRpc({ ...options, keepalive: { intervalMs: 1_000, count: 1 } }), ConnectionLost)
})

test('a reply with bytes left over after its result rejects its call', async () => {
  await using server = await fakeServer((packet) => [replyTo(packet, Buffer.alloc(4))])
  const connection = await connectTo(server)
  await assert.rejects(connection.call(procedures.domainResume, { domain }), /left over/)
  await connection.close()
})

test('an error that cannot be decoded ends the connection, and rejects its call with ConnectionLost', async () => {
  await using server = await fakeServer((packet) => [
    { ...replyTo(packet, Buffer.alloc(1)), status: packetStatus.error },
  ])
  const connection = await connectTo(server)
  await assert.rejects(connection.call(procedures.domainResume, { domain }), ConnectionLost)
  assert.match((await connection.closed).message, /cannot be understood/)
})

test('bytes that are no packet end the connection, and its calls reject with ConnectionLost', async () => {
  await using server = await fakeServer(() => [])
  const connection = await connectTo(server)
  const call = connection.call(procedures.domainResume, { domain })
  await server.waitFor(() => true)
  server.sendBytes(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await assert.rejects(call, ConnectionLost)
  assert.match((await connection.closed).message, /cannot be understood/)
})

test('an event right after its registration is delivered, and none after unsubscribing', async () => {
  const lifecycleEvent = (event: number): Packet => ({
    program: remoteProgram,
    version: 1,
    procedure: domainEvents.lifecycle.procedure,
    type: packetTypes.message,
    serial: 0,
    status: packetStatus.ok,
    body: encode(domainEvents.lifecycle.message, { callbackId: 9, domain, event, detail: 0 }),
  })
  await using server = await fakeServer((packet) =>
    packet.procedure === procedures.eventCallbackRegisterAny.number
      ? [replyTo(packet, encode(struct({ callbackId: int }), { callbackId: 9 })), lifecycleEvent(2)]
      : [replyTo(packet)],
  )
  const connection = await connectTo(server)
  const seen: number[] = []
  const unsubscribe = await connection.subscribe(domainEvents.lifecycle, null, ({ event }) =>
    seen.push(event),
  )
  server.send(lifecycleEvent(4))
  await connection.call(procedures.domainResume, { domain })
  assert.deepEqual(seen, [2, 4])

  await unsubscribe()
  server.send(lifecycleEvent(5))
  await connection.call(procedures.domainResume, { domain })
  assert.deepEqual(seen, [2, 4])
  await connection.close()
})

test('a console stream carries data both ways and ends by handshake', async () => {
  await using server = await fakeServer((packet) => {
    if (packet.type === packetTypes.call) return [replyTo(packet)]
    if (packet.status === packetStatus.ok) return [streamPacket(packet, packetStatus.ok)]
    return [
      streamPacket(packet, packetStatus.continue, `echo ${packet.body}`),
      streamPacket(packet, packetStatus.continue),
    ]
  })
  const connection = await connectTo(server)
  const console = { domain, device: null, flags: 0 }
  const { stream } = await connection.openStream(procedures.domainOpenConsole, console)
  stream.write('hello')
  assert.equal(await text(stream), 'echo hello')
  await connection.close()
})

test('a destroyed stream tells the server to abort', async () => {
  await using server = await fakeServer((packet) =>
    packet.type === packetTypes.call ? [replyTo(packet)] : [],
  )
  const connection = await connectTo(server)
  const console = { domain, device: null, flags: 0 }
  const { stream } = await connection.openStream(procedures.domainOpenConsole, console)
  stream.destroy()
  const abort = await server.waitFor(({ type }) => type === packetTypes.stream)
  assert.equal(abort.status, packetStatus.error)
  await connection.close()
})

test('a keepalive ping is answered, and the connection to a server that falls silent is closed', async () => {
  await using server = await fakeServer((packet) =>
    packet.program === remoteProgram ? [replyTo(packet)] : [],
  )
  const connection = await connectTo(server, { intervalMs: 10, count: 2 })
  server.send({
    program: keepaliveProgram,
    version: 1,
    procedure: 1,
    type: packetTypes.message,
    serial: 0,
    status: packetStatus.ok,
    body: Buffer.alloc(0),
  })
  await server.waitFor(({ program, procedure }) => program === keepaliveProgram && procedure === 2)
  connection.startKeepalive()
  assert.match((await connection.closed).message, /no longer answers/)
})

test('openLibvirt fails if the server wants credentials', async () => {
  await using server = await fakeServer((packet) =>
    packet.procedure === procedures.authList.number
      ? [replyTo(packet, encode(struct({ types: list(int) }), { types: [1] }))]
      : [replyTo(packet)],
  )
  const opening = openLibvirt({ socketPath: server.socketPath, uri: 'test:///default' })
  await assert.rejects(opening, /credentials/)
})
