import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { silentLog } from '@nimbo/kernel/log'
import { ownedByItsReader } from '@nimbo/kernel/owned-bytes'
import { listen } from './listener.ts'

const chunkBytes = 1_048_576

/** Serves a body of chunks that each have memory of their own, and keeps them. */
const serving = async (count: number) => {
  const given: Buffer[] = []
  const held = { most: 0 }
  async function* chunks() {
    for (let at = 0; at < count; at += 1) {
      const chunk = Buffer.from(new ArrayBuffer(chunkBytes)).fill(97 + (at % 26))
      given.push(chunk)
      held.most = Math.max(held.most, given.filter(({ buffer }) => buffer.byteLength > 0).length)
      yield chunk
    }
  }
  const body = ownedByItsReader(Readable.from(chunks(), { objectMode: false }))
  const handler = async () => ({ status: 200, headers: {}, body })
  const listener = await listen(handler, { host: '127.0.0.1', port: 0, log: silentLog })
  const url = `http://127.0.0.1:${listener.port}/`
  return { given, held, body, url, [Symbol.asyncDispose]: () => listener.close(0) }
}

test('every chunk arrives, and its memory is freed once the reply has been sent', async () => {
  await using served = await serving(8)
  const reply = await fetch(served.url)
  const bytes = Buffer.from(await reply.arrayBuffer())
  assert.equal(bytes.length, 8 * chunkBytes)
  for (let at = 0; at < 8; at += 1)
    assert.deepEqual([bytes[at * chunkBytes], bytes[(at + 1) * chunkBytes - 1]], [97 + at, 97 + at])
  assert.deepEqual(
    served.given.map(({ buffer }) => buffer.byteLength),
    new Array(8).fill(0),
  )
})

test('at most two chunks are in memory: the one being sent and the next', async () => {
  await using served = await serving(8)
  const reply = await fetch(served.url)
  await reply.arrayBuffer()
  assert.equal(served.held.most, 2)
})

test('the body is closed when the client disconnects', async () => {
  await using served = await serving(1000)
  const asked = request(served.url)
  asked.end()
  const [reply] = await once(asked, 'response')
  await once(reply, 'data')
  const closed = new Promise<void>((resolve) => served.body.once('close', resolve))
  asked.destroy()
  await closed
  assert.ok(served.given.length < 1000)
})
