import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { byteSocket } from '@nimbo/testkit/byte-socket'
import type { Client } from '@nimbo/testkit/client'
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

/** The address of the WebSocket that the page of a console opens. */
const socketOf = (page: URL): URL => {
  const address = new URL(page.searchParams.get('path') ?? '', page)
  address.protocol = 'ws:'
  return address
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

test('the noVNC proxy serves its page, shows the screen of a server and forwards keys', async () => {
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

  const { socket, take, send } = await byteSocket(socketOf(page))
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

/** The link message that a SPICE client sends first on a channel. */
const linkTo = (channel: number): Buffer => {
  const asked = Buffer.alloc(38)
  asked.write('REDQ', 0, 'latin1')
  for (const [at, value] of [
    [4, 2],
    [8, 2],
    [12, 22],
    [22, 1],
    [30, 18],
    [34, 0b1001],
  ] as const)
    asked.writeUInt32LE(value, at)
  asked[20] = channel
  return asked
}

test('the SPICE proxy serves its page, and the main, display and inputs channels of a server', async () => {
  const page = await openConsole('spice', 'spice-html5')
  assert.match(await (await fetch(page)).text(), /<script type="module" src="screen.js">/)
  assert.match(await (await fetch(new URL('screen.js', page))).text(), /SpiceMainConn/)
  const library = await fetch(new URL('src/main.js', page))
  assert.deepEqual(
    [library.status, library.headers.get('content-type')],
    [200, 'text/javascript; charset=utf-8'],
  )
  assert.equal((await fetch(new URL('package.json', page))).status, 404)

  const address = new URL(page)
  address.protocol = 'ws:'
  const channel = async (number: number) => {
    const connected = await byteSocket(address)
    connected.send(...linkTo(number))
    const header = await connected.take(16)
    assert.equal(header.toString('latin1', 0, 4), 'REDQ')
    assert.equal((await connected.take(header.readUInt32LE(12))).readUInt32LE(0), 0)
    connected.send(...Buffer.alloc(132))
    assert.equal((await connected.take(4)).readUInt32LE(0), 0)
    const next = async () => {
      const mini = await connected.take(6)
      return { type: mini.readUInt16LE(0), content: await connected.take(mini.readUInt32LE(2)) }
    }
    return { ...connected, next }
  }
  const main = await channel(1)
  assert.equal((await main.next()).type, 103)
  main.send(104, 0, 0, 0, 0, 0)
  assert.deepEqual([...(await main.next()).content], [2, 0, 0, 0, 2, 0, 3, 0])
  const display = await channel(2)
  const surface = await display.next()
  assert.deepEqual(
    [surface.type, surface.content.readUInt32LE(4), surface.content.readUInt32LE(8)],
    [314, 320, 200],
  )
  const inputs = await channel(3)
  assert.equal((await inputs.next()).type, 101)
  inputs.send(101, 0, 4, 0, 0, 0, 30, 0, 0, 0)
  await eventually(async () => assert.match(await consoleLog(), /scan code 30 was pressed/))
  for (const { socket } of [main, display, inputs]) socket.close()
})

test('the serial proxy connects to the serial port of a server', async () => {
  const { socket, take } = await byteSocket(await openConsole('serial', 'serial'))
  socket.send('uname -a\n')
  assert.equal((await take(8)).toString(), 'uname -a')
  await eventually(async () => assert.match(await consoleLog(), /typed: uname -a/))
  socket.close()
})

test('the noVNC proxy refuses wrong tokens, other origins, and tokens of deleted servers', async () => {
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

  const { socket } = await byteSocket(address)
  const closed = once(socket, 'close', { signal: AbortSignal.timeout(20_000) })
  await ada.compute.delete(`/servers/${serverId}`)
  await closed
  await eventually(async () => assert.equal((await ada.compute.get(`/servers/${serverId}`)).status, 404))
  assert.equal(await refused(address), 403)
})
