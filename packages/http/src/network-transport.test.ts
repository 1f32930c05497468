import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { bytesOf } from './message.ts'
import { networkTransport } from './network-transport.ts'

const get = { method: 'GET', path: '/', headers: {}, timeoutMs: 5_000 } as const

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

test('one connection serves request after request', async (t) => {
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

test('a service that is starting again is waited for', async (t) => {
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

test('a connection that breaks under a POST is unavailable at once, and not sent again', async (t) => {
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

test('a connection that breaks under a GET is tried again', async (t) => {
  let requests = 0
  const server = createServer((request, reply) => {
    requests += 1
    if (requests < 3) request.socket.destroy()
    else reply.end('third')
  })
  const reply = await reach(t, await listening(t, server)).send('test', get)
  assert.equal((await bytesOf(reply.body)).toString(), 'third')
})
