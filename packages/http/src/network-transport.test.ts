import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import type { Clock } from '@nimbo/kernel/clock'
import { Fault } from '@nimbo/kernel/errors'
import { bytesOf } from './message.ts'
import { networkTransport } from './network-transport.ts'

const get = { method: 'GET', path: '/', headers: {}, timeoutMs: 5_000 } as const

/** Timers fire at once and advance the time, except those of request timeouts, which never fire. */
const hurriedClock = (): Clock & { passedMs(): number } => {
  let now = 0
  return {
    now: () => now,
    after: (ms, callback) => {
      const pending =
        ms < get.timeoutMs &&
        setImmediate(() => {
          now += ms
          callback()
        })
      return () => void (pending && clearImmediate(pending))
    },
    passedMs: () => now,
  }
}

const listening = async (t: TestContext, server: Server, port = 0): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

const reach = (t: TestContext, port: number, unreachable?: (service: string) => void) => {
  const transport = networkTransport({
    endpointOf: () => `http://127.0.0.1:${port}`,
    ...(unreachable ? { unreachable } : {}),
  })
  t.after(() => transport.close())
  return transport
}

test('consecutive requests share one connection', async (t) => {
  let connections = 0
  const server = createServer((_, reply) => reply.end('hi'))
  server.on('connection', () => {
    connections += 1
  })
  const transport = reach(t, await listening(t, server))
  for (let count = 0; count < 5; count += 1)
    assert.equal((await bytesOf((await transport.send('test', get)).body)).toString(), 'hi')
  assert.equal(connections, 1)
})

test('a path arrives as it is, even if an id in it is two dots', async (t) => {
  const server = createServer(({ url }, reply) => reply.end(url))
  const query = new URLSearchParams({ limit: '1' })
  const reply = await reach(t, await listening(t, server)).send('test', {
    ...get,
    path: '/v3/volumes/..',
    query,
  })
  assert.equal(String(await bytesOf(reply.body)), '/v3/volumes/..?limit=1')
})

test('a request waits for a service that is being restarted', async (t) => {
  const first = createServer()
  const port = await listening(t, first)
  await new Promise((resolve) => first.close(resolve))
  const sent = reach(t, port).send('test', { ...get, method: 'POST', body: '{}' })
  await listening(
    t,
    createServer((_, reply) => reply.end('back')),
    port,
  )
  assert.equal((await bytesOf((await sent).body)).toString(), 'back')
})

test('a POST whose connection breaks fails as unavailable at once, and is not sent again', async (t) => {
  let requests = 0
  const server = createServer((request) => {
    requests += 1
    request.socket.destroy()
  })
  const missed: string[] = []
  const transport = reach(t, await listening(t, server), (service) => missed.push(service))
  await assert.rejects(transport.send('volume', { ...get, method: 'POST', body: '{}' }), {
    code: 'ServiceUnreachable',
    kind: 'unavailable',
    details: { service: 'volume', reason: 'socket hang up' },
  })
  assert.equal(requests, 1)
  assert.deepEqual(missed, ['volume'])
})

for (const [what, request] of [
  ['GET', get],
  ['POST that is repeatable', { ...get, method: 'POST', body: '{}', repeatable: true }],
] as const)
  test(`a ${what} is sent again when its connection breaks`, async (t) => {
    let requests = 0
    const server = createServer((request, reply) => {
      requests += 1
      if (requests < 3) request.socket.destroy()
      else reply.end('third')
    })
    const reply = await reach(t, await listening(t, server)).send('test', request)
    assert.equal((await bytesOf(reply.body)).toString(), 'third')
  })

test('a streamed body that fails by itself ends the request with its own fault; the service counts as reachable', async (t) => {
  const server = createServer((request) => request.resume())
  const missed: string[] = []
  const transport = reach(t, await listening(t, server), (service) => missed.push(service))
  const body = Readable.from(
    (async function* () {
      yield Buffer.from('a part')
      throw new Fault({ code: 'ImageTooLarge', kind: 'tooLarge', message: 'too large', details: {} })
    })(),
  )
  await assert.rejects(transport.send('object-store', { ...get, method: 'PUT', body }), {
    code: 'ImageTooLarge',
    kind: 'tooLarge',
  })
  assert.deepEqual(missed, [])
})

const starting = { 'retry-after': '1', 'x-nimbo-not-begun': 'starting' }

for (const [what, method, headers, times] of [
  ['the service has not begun', 'POST', starting, 3],
  ['may be repeated', 'DELETE', { 'retry-after': '1' }, 3],
  ['the service may have begun', 'POST', { 'retry-after': '1' }, 1],
  ['is refused without retry-after', 'GET', {}, 1],
] as const)
  test(`a request that ${what} is ${times > 1 ? 'sent again' : 'not sent again'} after a 503`, async (t) => {
    let requests = 0
    const server = createServer((_, reply) => {
      requests += 1
      if (requests < 3) reply.writeHead(503, headers).end('{}')
      else reply.end('served')
    })
    const transport = reach(t, await listening(t, server))
    const reply = await transport.send('test', {
      ...get,
      method,
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
    assert.deepEqual([reply.status, requests], [times > 1 ? 200 : 503, times])
    await bytesOf(reply.body)
  })

test('a request to a service that never comes up gets its 503 within ten seconds', async (t) => {
  const server = createServer((_, reply) => reply.writeHead(503, starting).end('{}'))
  const port = await listening(t, server)
  const clock = hurriedClock()
  const transport = networkTransport({ endpointOf: () => `http://127.0.0.1:${port}`, clock })
  t.after(() => transport.close())
  const reply = await transport.send('test', get)
  assert.equal(reply.status, 503)
  await bytesOf(reply.body)
  assert.ok(clock.passedMs() < 10_000)
})
