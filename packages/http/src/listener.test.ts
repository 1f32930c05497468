import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { silentLog } from '@nimbo/kernel/log'
import { ownedByItsReader } from '@nimbo/kernel/owned-bytes'
import { sizelimit } from './filters/sizelimit.ts'
import { listen } from './listener.ts'
import { bytesOf, type Handler, streamOf } from './message.ts'
import { json } from './reply.ts'

const serve = async (t: TestContext, handler: Handler, idleMs?: number) => {
  const listener = await listen(handler, {
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
    ...(idleMs === undefined ? {} : { idleMs }),
  })
  t.after(() => listener.close(0))
  return { url: `http://127.0.0.1:${listener.port}`, port: listener.port }
}

/** Everything received until the connection closes. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close')
  return text
}

const echo: Handler = async ({ method, path, mount, origin, query, headers, body }) =>
  json(200, {
    method,
    path,
    mount,
    origin,
    query: [...query],
    headers,
    body: (await bytesOf(body)).toString(),
  })

test('a request reaches the handler with all its parts, and the reply reaches the client', async (t) => {
  const { url, port } = await serve(t, echo)
  const reply = await fetch(`${url}/a/b%20c?x=1&x=2`, {
    method: 'POST',
    body: 'hi',
    headers: { 'X-One': 'y' },
  })
  const seen = (await reply.json()) as Record<string, unknown> & { headers: Record<string, string> }
  assert.deepEqual(
    { method: seen.method, path: seen.path, query: seen.query, body: seen.body, origin: seen.origin },
    {
      method: 'POST',
      path: '/a/b%20c',
      query: [
        ['x', '1'],
        ['x', '2'],
      ],
      body: 'hi',
      origin: `http://127.0.0.1:${port}`,
    },
  )
  assert.equal(seen.headers['x-one'], 'y')
})

test('a fragment is no part of the path: the router and access rules must see the same', async (t) => {
  const { port } = await serve(t, echo)
  const socket = connect(port, '127.0.0.1')
  socket.end('GET /servers/one#/metadata/two?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const text = await readAll(socket)
  assert.match(text, /"path":"\/servers\/one"/)
  assert.match(text, /"query":\[\["x","1"\]\]/)
})

test('header names are sent in their usual spelling', async (t) => {
  const { port } = await serve(t, async () => ({
    status: 204,
    headers: { 'x-openstack-nova-api-version': '2.1', 'www-authenticate': 'Keystone' },
  }))
  const socket = connect(port, '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const text = await readAll(socket)
  assert.match(text, /\r\nX-OpenStack-Nova-API-Version: 2\.1\r\n/)
  assert.match(text, /\r\nWWW-Authenticate: Keystone\r\n/)
})

for (const [kind, body, length] of [
  ['text', 'Grüße', 7],
  ['bytes', Buffer.from('Grüße'), 7],
  ['nothing', undefined, 0],
] as const)
  test(`a reply of ${kind} arrives with its length in bytes`, async (t) => {
    const { url } = await serve(t, async () => ({ status: 200, headers: { 'x-title': 'ü' }, body }))
    const reply = await fetch(url)
    assert.equal(reply.headers.get('content-length'), String(length))
    assert.equal(reply.headers.get('x-title'), 'ü')
    assert.equal(await reply.text(), body === undefined ? '' : 'Grüße')
  })

test('HEAD returns the length and destroys the stream of the reply', async (t) => {
  const body = Readable.from(['never read'])
  const { url } = await serve(t, async () => ({ status: 200, headers: { 'content-length': '10' }, body }))
  const reply = await fetch(url, { method: 'HEAD' })
  assert.equal(reply.headers.get('content-length'), '10')
  assert.equal(await reply.text(), '')
  assert.equal(body.destroyed, true)
})

const streams: readonly (readonly [string, (body: Readable) => Readable])[] = [
  ['a stream', (body) => body],
  ['a stream whose chunks nobody else keeps', (body) => ownedByItsReader(body)],
]

for (const [kind, mark] of streams)
  for (const [what, chunks] of [
    ['longer than its Content-Length ends the connection before the surplus', ['abcd', 'HTTP/1.1 200 OK']],
    ['shorter than its Content-Length ends the connection', ['ab']],
  ] as const)
    test(`${kind} that is ${what}`, { timeout: 10_000 }, async (t) => {
      const { port } = await serve(t, async () => ({
        status: 200,
        headers: { 'content-length': '4' },
        body: mark(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))),
      }))
      const socket = connect(port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      const [, body = ''] = (await readAll(socket)).split('\r\n\r\n')
      assert.ok('abcd'.startsWith(body), body)
    })

test('a reply that breaks off is logged with its error; one whose client leaves is not', async (t) => {
  const lines: object[] = []
  const log = { ...silentLog, warn: (fields: object) => void lines.push(fields) }
  const error = new Error('the disk cannot be read')
  const broken = new Readable({
    read() {
      this.destroy(error)
    },
  })
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
  const listener = await listen(
    async ({ path }) => ({
      ...{ status: 200, headers: {} },
      body: path === '/endless' ? endless : broken,
    }),
    { host: '127.0.0.1', port: 0, log },
  )
  t.after(() => listener.close(0))
  const leaving = connect(listener.port, '127.0.0.1')
  leaving.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(leaving, 'data')
  leaving.destroy()
  await new Promise((resolve) => endless.once('close', resolve))
  await assert.rejects(fetch(`http://127.0.0.1:${listener.port}/broken`))
  assert.deepEqual(lines, [{ error, path: '/broken' }])
})

test('the stream that a handler reads fails when the client disconnects during its upload', async (t) => {
  const failed = Promise.withResolvers<unknown>()
  const begun = Promise.withResolvers<void>()
  const { port } = await serve(t, async ({ body }) => {
    try {
      for await (const _ of streamOf(body)) begun.resolve()
    } catch (error) {
      failed.resolve(error)
      throw error
    }
    failed.resolve('ended as if it were whole')
    return json(200, {})
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf')
  await begun.promise
  socket.destroy()
  assert.ok((await failed.promise) instanceof Error)
})

test('the stream of a reply is destroyed when the client disconnects during the download', async (t) => {
  const body = new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
  const { port } = await serve(t, async () => ({ status: 200, headers: {}, body }))
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  socket.destroy()
  await new Promise((resolve) => body.once('close', resolve))
  assert.equal(body.destroyed, true)
})

for (const [how, framing, chunk] of [
  ['of a declared length', 'Content-Length: 1000000', 'x'.repeat(1_000_000)],
  [
    'in chunks',
    'Transfer-Encoding: chunked',
    `${(1_000_000).toString(16)}\r\n${'x'.repeat(1_000_000)}\r\n0\r\n\r\n`,
  ],
] as const)
  test(`a body ${how} that the handler stops reading still gets its reply, and the connection stays open`, async (t) => {
    const { port } = await serve(t, async (request) => {
      if (request.method === 'GET') return json(200, 'again')
      for await (const _ of streamOf(request.body)) return json(400, 'not what it claims to be')
      return json(500, 'nothing came')
    })
    const socket = connect(port, '127.0.0.1')
    socket.write(`PUT / HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${chunk}`)
    const [first] = await once(socket, 'data')
    assert.match(String(first), /^HTTP\/1\.1 400 /)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    assert.match(await readAll(socket), /again/)
  })

test('a chunked body over the limit gets a 413, not a broken connection', async (t) => {
  const limited = sizelimit(1000)(echo)
  const { url } = await serve(t, async (request) => {
    try {
      return await limited(request)
    } catch {
      return json(413, 'too large')
    }
  })
  async function* endless() {
    for (let sent = 0; sent < 50; sent += 1) yield Buffer.alloc(1000)
  }
  const init = { method: 'POST', body: Readable.toWeb(Readable.from(endless())), duplex: 'half' }
  const reply = await fetch(url, init as RequestInit)
  assert.equal(reply.status, 413)
})

test('a client with Expect: 100-continue gets it when the body is read, or else its reply at once', async (t) => {
  const { port } = await serve(t, async (request) =>
    request.headers['x-auth-token'] ? json(200, (await bytesOf(request.body)).toString()) : json(401, 'who?'),
  )
  const head = 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n'
  const welcome = connect(port, '127.0.0.1')
  welcome.write(`${head}Connection: close\r\nX-Auth-Token: t\r\n\r\n`)
  const [asked] = await once(welcome, 'data')
  assert.match(String(asked), /^HTTP\/1\.1 100 Continue/)
  welcome.write('hi')
  assert.match(await readAll(welcome), /200 OK.*"hi"/s)
  const stranger = connect(port, '127.0.0.1')
  stranger.write(`${head}\r\n`)
  const refused = await readAll(stranger)
  assert.match(refused, /^HTTP\/1\.1 401 /)
  assert.match(refused, /Connection: close/)
})

test('a connection that is idle for idleMs is closed', async (t) => {
  const { port } = await serve(t, echo, 50)
  const socket = connect(port, '127.0.0.1')
  socket.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nha')
  await readAll(socket)
  assert.equal(socket.destroyed, true)
})

test('a connection is not idle while the handler works, even for longer than idleMs', async (t) => {
  const { url } = await serve(
    t,
    async () => {
      await pause(200)
      return json(200, 'done at last')
    },
    20,
  )
  const reply = await fetch(url, { method: 'POST', body: 'long work' })
  assert.equal(await reply.json(), 'done at last')
})

test('headers over the size limit are 431', async (t) => {
  const { url } = await serve(t, echo)
  const reply = await fetch(url, { headers: { 'x-long': 'x'.repeat(20_000) } })
  assert.equal(reply.status, 431)
})

test('an invalid Host header is replaced by localhost in the origin', async (t) => {
  const { port } = await serve(t, echo)
  const socket = connect(port, '127.0.0.1')
  socket.end('GET http://proxy.example/v3?a=b HTTP/1.1\r\nHost: a"><b\r\nConnection: close\r\n\r\n')
  const text = await readAll(socket)
  assert.match(text, /"origin":"http:\/\/localhost"/)
  assert.match(text, /"path":"\/v3"/)
})

test('an error outside the pipeline is a plain 500, and the stream of its reply is destroyed', async (t) => {
  const body = Readable.from(['x'])
  const { url } = await serve(t, async ({ path }) => {
    if (path === '/throw') throw new Error('escaped')
    return { status: 200, headers: { 'x-bad': 'line\nbreak' }, body }
  })
  assert.equal((await fetch(`${url}/throw`)).status, 500)
  assert.equal((await fetch(`${url}/bad`)).status, 500)
  assert.equal(body.destroyed, true)
})

test('close waits for a running request to end', async () => {
  const inside = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const listener = await listen(
    async () => {
      inside.resolve()
      await release.promise
      return json(200, 'done')
    },
    { host: '127.0.0.1', port: 0, log: silentLog },
  )
  const reply = fetch(`http://127.0.0.1:${listener.port}`)
  await inside.promise
  const closed = listener.close(10_000)
  release.resolve()
  assert.equal((await reply).status, 200)
  await closed
  await assert.rejects(fetch(`http://127.0.0.1:${listener.port}`))
})

test('listening on a port in use fails with EADDRINUSE', async (t) => {
  const { port } = await serve(t, echo)
  await assert.rejects(listen(echo, { host: '127.0.0.1', port, log: silentLog }), { code: 'EADDRINUSE' })
})

test('listeners that share a port all get requests; when one closes, the others get all of them', async (context) => {
  const shared = (port: number, name: string) =>
    listen(async () => json(200, { name }), { host: '127.0.0.1', port, log: silentLog, sharesPort: true })
  const first = await shared(0, 'first')
  context.after(() => first.close(0))
  const second = await shared(first.port, 'second')
  const ask = async (): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${first.port}/`, { headers: { connection: 'close' } })
    return ((await reply.json()) as { name: string }).name
  }
  const answered = new Set<string>()
  for (let asked = 0; asked < 200 && answered.size < 2; asked += 1) answered.add(await ask())
  assert.deepEqual([...answered].toSorted(), ['first', 'second'])
  await second.close(0)
  for (let asked = 0; asked < 10; asked += 1) assert.equal(await ask(), 'first')
  const alone = listen(async () => json(200, {}), { host: '127.0.0.1', port: first.port, log: silentLog })
  await assert.rejects(alone, { code: 'EADDRINUSE' })
})
