import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { silentLog } from '@nimbo/kernel/log'
import { listen } from './listener.ts'
import { bytesOf, type Handler } from './message.ts'
import { networkTransport } from './network-transport.ts'
import { bytes, json } from './reply.ts'
import { inProcessTransport, type Transport } from './transport.ts'

/** The same handler reached in both ways. */
const kinds: Record<string, (t: TestContext, handler: Handler) => Promise<Transport>> = {
  'in process': async (_, handler) =>
    inProcessTransport(new Map([['test', { handler, mount: '/test' }]]), () => 'http://cloud.test'),
  'over a socket': async (t, handler) => {
    const listener = await listen(handler, { host: '127.0.0.1', port: 0, log: silentLog })
    t.after(() => listener.close(0))
    const transport = networkTransport({ endpointOf: () => `http://127.0.0.1:${listener.port}` })
    t.after(() => transport.close())
    return transport
  },
}

const timeoutMs = 5_000

for (const [kind, reach] of Object.entries(kinds)) {
  test(`${kind}: method, path, query, headers and body arrive, and the reply comes back`, async (t) => {
    const transport = await reach(t, async ({ method, path, query, headers, body }) =>
      json(201, [method, path, query.get('a'), headers['x-one'], (await bytesOf(body)).toString()], {
        'x-two': '2',
      }),
    )
    const reply = await transport.send('test', {
      method: 'POST',
      path: '/x',
      query: new URLSearchParams({ a: 'b c' }),
      headers: { 'x-one': '1' },
      body: 'hi',
      timeoutMs,
    })
    assert.deepEqual([reply.status, reply.headers['x-two']], [201, '2'])
    assert.deepEqual(JSON.parse((await bytesOf(reply.body)).toString()), ['POST', '/x', 'b c', '1', 'hi'])
  })

  test(`${kind}: bodies are streams in both directions`, async (t) => {
    const transport = await reach(t, async ({ body }) => bytes(200, body, {}))
    const body = Readable.from([Buffer.from('one '), Buffer.from('two')])
    const reply = await transport.send('test', { method: 'PUT', path: '/', headers: {}, body, timeoutMs })
    assert.equal((await bytesOf(reply.body)).toString(), 'one two')
  })

  test(`${kind}: the reply to HEAD has no body, and its stream is destroyed`, async (t) => {
    const source = Readable.from(['x'])
    const transport = await reach(t, async () => bytes(200, source, { 'content-length': '1' }))
    const reply = await transport.send('test', { method: 'HEAD', path: '/', headers: {}, timeoutMs })
    assert.equal((await bytesOf(reply.body)).length, 0)
    assert.equal(source.destroyed, true)
  })

  test(`${kind}: a late reply is DeadlineExceeded, and its stream is destroyed when it comes`, async (t) => {
    const source = Readable.from(['x'])
    const release = Promise.withResolvers<void>()
    const transport = await reach(t, async () => {
      await release.promise
      return bytes(200, source, {})
    })
    const sent = transport.send('test', { method: 'GET', path: '/', headers: {}, timeoutMs: 20 })
    await assert.rejects(sent, DeadlineExceeded)
    const gone = new Promise((resolve) => source.once('close', resolve))
    release.resolve()
    await gone
    assert.equal(source.destroyed, true)
  })
}

test('in process: a body that the handler did not read is destroyed', async () => {
  const handler: Handler = async () => json(401, {})
  const transport = inProcessTransport(new Map([['test', { handler, mount: '' }]]), () => 'http://cloud.test')
  const body = Readable.from(['never read'])
  await transport.send('test', { method: 'PUT', path: '/', headers: {}, body, timeoutMs })
  assert.equal(body.destroyed, true)
})

test('in process: a request to a service that is not there throws', async () => {
  const transport = inProcessTransport(new Map(), () => '')
  await assert.rejects(
    transport.send('image', { method: 'GET', path: '/', headers: {}, timeoutMs }),
    /there is no image service/,
  )
})
