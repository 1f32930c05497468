import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from './eventually.ts'
import { type SeverableLine, severableLine } from './severable-line.ts'

/** Long enough on this machine to conclude that nothing is forwarded. */
const longEnoughMs = 150

let heard = ''
let served: Socket[] = []
let stack = new AsyncDisposableStack()
let line: SeverableLine

/** An echo server that records what it receives. */
beforeEach(async () => {
  heard = ''
  served = []
  stack = new AsyncDisposableStack()
  const server = createServer((socket) => {
    served.push(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString()
      socket.write(bytes)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stack.defer(() => void server.close())
  line = stack.use(await severableLine((server.address() as AddressInfo).port))
})

afterEach(() => stack.disposeAsync())

const call = async () => {
  const url = new URL(line.through('rabbit://nimbo:secret@127.0.0.1:1/vhost'))
  const socket = connect({ host: url.hostname, port: Number(url.port) })
  stack.defer(() => void socket.destroy())
  const caller = { socket, echoed: '', ended: false }
  socket.on('data', (bytes: Buffer) => {
    caller.echoed += bytes.toString()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    caller.ended = true
  })
  await once(socket, 'connect')
  return caller
}

test('through replaces only the host and port of an address', () => {
  assert.match(
    line.through('rabbit://nimbo:secret@10.0.0.1:5672/a%2Fb'),
    /^rabbit:\/\/nimbo:secret@127\.0\.0\.1:\d+\/a%2Fb$/,
  )
})

test('data sent over a cut line arrives in order once it is mended', async () => {
  const caller = await call()
  caller.socket.write('before ')
  await eventually(() => assert.equal(caller.echoed, 'before '))
  line.cut()
  caller.socket.write('during ')
  served[0]?.write('from afar ')
  await pause(longEnoughMs)
  assert.deepEqual([heard, caller.echoed, caller.ended], ['before ', 'before ', false])
  line.mend()
  caller.socket.write('after')
  await eventually(() => assert.equal(heard, 'before during after'))
  await eventually(() => assert.equal(caller.echoed, 'before from afar during after'))
})

test('a connection over a cut line waits until it is mended', async () => {
  line.cut()
  const caller = await call()
  caller.socket.write('hello')
  await pause(longEnoughMs)
  assert.deepEqual([served.length, caller.ended], [0, false])
  line.mend()
  await eventually(() => assert.equal(caller.echoed, 'hello'))
})

test('an end of a cut line learns that the other has closed only once the line is mended', async () => {
  const begin = async (said: string) => {
    const caller = await call()
    caller.socket.write(said)
    await eventually(() => assert.equal(caller.echoed, said))
    return { caller, serving: served.at(-1) }
  }
  const [left, leaving] = [await begin('a'), await begin('b')]
  line.cut()
  left.serving?.destroy()
  leaving.caller.socket.destroy()
  await pause(longEnoughMs)
  assert.deepEqual([left.caller.ended, leaving.serving?.destroyed], [false, false])
  line.mend()
  await eventually(() => assert.deepEqual([left.caller.ended, leaving.serving?.destroyed], [true, true]))
})

test('a cut line can be disposed of, which closes its connections', async () => {
  const caller = await call()
  line.cut()
  await line[Symbol.asyncDispose]()
  await eventually(() => assert.ok(caller.ended))
})
