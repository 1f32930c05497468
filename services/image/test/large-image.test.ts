import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { listen } from '@nimbo/http/listener'
import { silentLog } from '@nimbo/kernel/log'
import { startImageStory } from './image-story.ts'

/** Several chunks and part of another one. */
const content = Buffer.alloc(5_000_003, 'the bytes of a large image, over and over; ')

test('a large image uploaded over a socket is hashed correctly and downloads unchanged', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  const listener = await listen(story.handler, { host: '127.0.0.1', port: 0, log: silentLog })
  const upload = request(`http://127.0.0.1:${listener.port}/v2/images/${id}/file`, {
    method: 'PUT',
    headers: { 'x-auth-token': 'ann', 'content-type': 'application/octet-stream' },
  })
  const answered = once(upload, 'response')
  upload.end(content)
  const [reply] = await answered
  reply.resume()
  assert.equal(reply.statusCode, 204)
  await listener.close(0)
  const image = await story.show(id)
  assert.deepEqual(
    [image.size, image.checksum, image.os_hash_value],
    [
      content.length,
      createHash('md5').update(content).digest('hex'),
      createHash('sha512').update(content).digest('hex'),
    ],
  )
  assert.deepEqual((await story.send('GET', `/v2/images/${id}/file`)).body, content)
})

test('concurrent uploads of large images are hashed correctly, even if another is interrupted', async () => {
  await using story = await startImageStory()
  const contents = ['red', 'green', 'blue'].map((text) => Buffer.alloc(2_000_000, text))
  const ids = await Promise.all(contents.map(async () => (await story.create()).id as string))
  const broken = await story.create()
  async function* breaking() {
    yield Buffer.alloc(3_000_000)
    throw new Error('the client is gone')
  }
  const uploads = ids.map((id, index) => story.upload(id, [contents[index] ?? Buffer.alloc(0)]))
  assert.ok((await story.upload(broken.id, breaking())).status >= 400)
  for (const { status } of await Promise.all(uploads)) assert.equal(status, 204)
  for (const [index, id] of ids.entries())
    assert.equal(
      (await story.show(id)).checksum,
      createHash('md5')
        .update(contents[index] ?? '')
        .digest('hex'),
    )
})
