import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

let cloud: TestCloud
let ada: Client
let serverId: string

before(async () => {
  cloud = await startTestCloud()
  ada = await cloud.person('ada')
  await makeNetwork(ada)
  serverId = await bootServer(ada, {
    flavorRef: await makeFlavor(cloud.admin),
    imageRef: await makeImage(ada),
  })
  await serverInStatus(ada, serverId, 'ACTIVE')
})
after(() => cloud[Symbol.asyncDispose]())

const openConsole = async (protocol: string, type: string): Promise<URL> => {
  const body = { remote_console: { protocol, type } }
  const opened = await ada.compute.post(`/servers/${serverId}/remote-consoles`, body, { version: '2.6' })
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  return new URL(opened.body.remote_console.url)
}

/** Where the page of a console connects to. */
const socketOf = (page: URL): URL => {
  const address = new URL(page.searchParams.get('path') ?? '', page)
  address.protocol = 'ws:'
  return address
}

/** A WebSocket whose bytes are taken so many at a time. */
const connect = async (address: URL) => {
  const socket = new WebSocket(address, ['binary'])
  socket.binaryType = 'arraybuffer'
  let held = Buffer.alloc(0)
  let came = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    held = Buffer.concat([held, Buffer.from(data)])
    came.resolve()
    came = Promise.withResolvers()
  })
  await once(socket, 'open', { signal: AbortSignal.timeout(20_000) })
  const take = async (count: number): Promise<Buffer> => {
    while (held.length < count) await came.promise
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }
  return { socket, take, send: (...bytes: number[]) => socket.send(Buffer.from(bytes)) }
}

const refused = async (address: URL, headers: Record<string, string> = {}): Promise<number> => {
  const { request } = await import('node:http')
  const asked = request(new URL(address.href.replace(/^ws/, 'http')), {
    headers: {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers },
    },
  })
  asked.end()
  const answered = Promise.withResolvers<number>()
  asked.once('error', answered.reject)
  asked.once('response', (reply) => {
    reply.resume()
    answered.resolve(reply.statusCode ?? 0)
  })
  asked.once('upgrade', (_reply, socket) => {
    socket.destroy()
    answered.resolve(101)
  })
  return answered.promise
}

const consoleLog = async (): Promise<string> =>
  (await ada.compute.post(`/servers/${serverId}/action`, { 'os-getConsoleOutput': {} })).body.output

test('the screen of a server is seen through the proxy, and its keys are pressed', async () => {
  const page = await openConsole('vnc', 'novnc')
  const shown = await fetch(page)
  assert.match(await shown.text(), /<script type="module" src="screen.js">/)
  const library = await fetch(new URL('core/rfb.js', page))
  assert.deepEqual(
    [library.status, library.headers.get('content-type')],
    [200, 'text/javascript; charset=utf-8'],
  )
  assert.match(await library.text(), /export default class RFB/)
  assert.equal((await fetch(new URL('core/%2e%2e/package.json', page))).status, 404)

  const { socket, take, send } = await connect(socketOf(page))
  assert.equal(socket.protocol, 'binary')
  assert.equal((await take(12)).toString(), 'RFB 003.008\n')
  socket.send('RFB 003.008\n')
  assert.deepEqual([...(await take(2))], [1, 1])
  send(1)
  assert.deepEqual([...(await take(4))], [0, 0, 0, 0])
  send(1)
  const init = await take(24)
  assert.deepEqual([init.readUInt16BE(0), init.readUInt16BE(2)], [320, 200])
  assert.match((await take(init.readUInt32BE(20))).toString(), /^instance-/)
  send(3, 0, 0, 0, 0, 0, 1, 64, 0, 200)
  const update = await take(16 + 320 * 200 * 4)
  assert.deepEqual([update[0], update.readUInt16BE(2), update.readUInt16BE(8)], [0, 1, 320])
  send(4, 1, 0, 0, 0, 0, 0, 97)
  await eventually(async () => assert.match(await consoleLog(), /key 97 was pressed/))
  socket.close()
})

test('the serial port of a server is spoken to through its proxy', async () => {
  const { socket, take } = await connect(await openConsole('serial', 'serial'))
  socket.send('uname -a\n')
  assert.equal((await take(8)).toString(), 'uname -a')
  await eventually(async () => assert.match(await consoleLog(), /typed: uname -a/))
  socket.close()
})

test('nobody is let in without a token of that kind, from pages of others, or once the server is gone', async () => {
  const page = await openConsole('vnc', 'novnc')
  const address = socketOf(page)
  const elsewhere = (change: (url: URL) => void): URL => {
    const url = new URL(address)
    change(url)
    return url
  }
  assert.equal(await refused(elsewhere((url) => url.searchParams.set('token', 'guessed'))), 403)
  assert.equal(await refused(elsewhere((url) => url.searchParams.delete('token'))), 403)
  assert.equal(await refused(elsewhere((url) => (url.pathname = '/serial/'))), 403)
  assert.equal(await refused(elsewhere((url) => (url.pathname = '/identity/'))), 404)
  assert.equal(await refused(address, { origin: 'http://elsewhere.example' }), 403)
  assert.equal(await refused(address, { origin: cloud.url }), 101)

  const { socket } = await connect(address)
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(20_000) })
  await ada.compute.delete(`/servers/${serverId}`)
  await closed
  await eventually(async () => assert.equal((await ada.compute.get(`/servers/${serverId}`)).status, 404))
  assert.equal(await refused(address), 403)
})
