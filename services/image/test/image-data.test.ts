import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import { vmdk } from '@nimbo/testing/disk-images/vmdk'
import { watchSpans } from '@nimbo/trace/span-moments'
import { startImageStory } from './image-story.ts'

const chunks = ['one', ' two ', 'three'].map((text) => Buffer.from(text))
const whole = Buffer.concat(chunks)

test('an upload in chunks is hashed, and downloads unchanged', async () => {
  await using story = await startImageStory()
  const { id, status, size } = await story.create()
  assert.deepEqual([status, size], ['queued', null])
  assert.equal((await story.upload(id, chunks)).status, 204)
  const image = await story.show(id)
  assert.deepEqual(
    [image.status, image.size, image.virtual_size, image.checksum, image.os_hash_algo, image.os_hash_value],
    [
      'active',
      whole.length,
      whole.length,
      createHash('md5').update(whole).digest('hex'),
      'sha512',
      createHash('sha512').update(whole).digest('hex'),
    ],
  )
  const { status: code, headers, body } = await story.send('GET', `/v2/images/${id}/file`)
  assert.deepEqual([code, headers['content-length'], headers['content-md5']], [200, '13', image.checksum])
  assert.deepEqual(body, whole)
  assert.equal((await story.files()).length, 1)
})

for (const [range, status, contentRange, text] of [
  ['bytes=0-2', 206, 'bytes 0-2/13', 'one'],
  ['bytes=8-', 206, 'bytes 8-12/13', 'three'],
  ['bytes=-5', 206, 'bytes 8-12/13', 'three'],
  ['bytes=8-99', 206, 'bytes 8-12/13', 'three'],
  ['bytes=0-1,3-4', 200, undefined, 'one two three'],
  ['bytes=13-', 416, undefined, undefined],
  ['bytes=-0', 416, undefined, undefined],
] as const)
  test(`a download with range ${range} answers ${status}`, async () => {
    await using story = await startImageStory()
    const { id } = await story.create()
    await story.upload(id, chunks)
    const reply = await story.send('GET', `/v2/images/${id}/file`, { headers: { range } })
    assert.deepEqual([reply.status, reply.headers['content-range']], [status, contentRange])
    if (text !== undefined) assert.equal(reply.body.toString(), text)
  })

test('an image whose formats change before its upload begins takes no data that is checked for the previous ones', async () => {
  await using story = await startImageStory()
  const { id } = await story.create({ disk_format: 'qcow2', container_format: 'ova' })
  let changed: ReturnType<typeof story.patch> | undefined
  // The policy is enforced after the image is found and before its upload begins.
  const unwatch = watchSpans(
    () => {},
    ({ name, hold }) => {
      if (name !== 'enforce-policy' || changed) return
      changed = story.patch(id, [{ op: 'replace', path: '/container_format', value: 'bare' }])
      hold(changed)
    },
  )
  const unsafe = [qcow2({ backingFile: '/etc/passwd' })]
  const refused = await story.upload(id, unsafe).finally(unwatch)
  assert.equal((await changed)?.status, 200)
  assert.deepEqual([refused.status, (await story.show(id)).status], [409, 'queued'])
  assert.deepEqual(await story.files(), [])
  assert.equal((await story.upload(id, unsafe)).status, 415)
})

test('an upload in the wrong format leaves the image queued without a file, and another may follow', async () => {
  await using story = await startImageStory()
  const { id } = await story.create({ disk_format: 'qcow2' })
  const whole = qcow2()
  for (const bad of [Buffer.from('just text'), whole.subarray(0, whole.length - 65_536)]) {
    const refused = await story.upload(id, [bad])
    assert.equal(refused.status, 415)
    assert.equal((await story.show(id)).status, 'queued')
    assert.deepEqual(await story.files(), [])
  }
  assert.equal((await story.upload(id, [whole])).status, 204)
  const { status, virtual_size } = await story.show(id)
  assert.deepEqual([status, virtual_size], ['active', 2 ** 20])
})

test('an upload in the wrong format is refused before all of it is read', async () => {
  await using story = await startImageStory()
  const { id } = await story.create({ disk_format: 'qcow2' })
  let sent = 0
  async function* large() {
    for (; sent < 256; sent += 1) yield Buffer.alloc(65_536)
  }
  const { status, body } = await story.upload(id, large())
  assert.equal(status, 415)
  assert.match(body.message, /Image disk_format qcow2 does not match stream data raw/)
  assert.ok(sent < 256, 'the whole upload was read before it was refused')
})

test('an image in a container such as OVA is stored without inspection of its format', async () => {
  await using story = await startImageStory()
  const { id } = await story.create({ disk_format: 'vmdk', container_format: 'ova' })
  assert.equal((await story.upload(id, [Buffer.from('an archive')])).status, 204)
  assert.equal((await story.show(id)).virtual_size, null)
})

test('without require_image_format_match any format is accepted, but not a qcow2 with a backing file', async () => {
  await using story = await startImageStory({ OS_IMAGE_FORMAT__REQUIRE_IMAGE_FORMAT_MATCH: 'false' })
  const { id } = await story.create({ disk_format: 'qcow2' })
  assert.equal((await story.upload(id, [qcow2({ backingFile: '/etc/passwd' })])).status, 415)
  assert.equal((await story.upload(id, [Buffer.from('just text')])).status, 204)
  assert.equal((await story.show(id)).virtual_size, null)
})

test('an operator may forbid VMDK', async () => {
  await using story = await startImageStory({ OS_IMAGE_FORMAT__VMDK_ALLOWED_TYPES: '' })
  const { id } = await story.create({ disk_format: 'vmdk' })
  const { status, body } = await story.upload(id, [vmdk()])
  assert.equal(status, 415)
  assert.match(body.message, /a VMDK of type "monolithicSparse" is not allowed/)
})

test('an upload is refused for an active image, without a disk_format, or with a wrong content type', async () => {
  await using story = await startImageStory()
  const { id } = await story.active()
  const again = await story.upload(id, chunks)
  assert.equal(again.status, 409)
  assert.match(again.body.message, /Image status transition from active to saving is not allowed/)
  const bare = await story.create({ disk_format: null })
  assert.equal((await story.upload(bare.id, chunks)).status, 400)
  const wrongType = await story.send('PUT', `/v2/images/${bare.id}/file`, {
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  })
  assert.equal(wrongType.status, 415)
})

test('of two concurrent uploads to an image one is refused, and the other is stored completely', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  const replies = await Promise.all([story.upload(id, chunks), story.upload(id, chunks)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 409])
  assert.deepEqual((await story.send('GET', `/v2/images/${id}/file`)).body, whole)
})

test('an interrupted upload leaves the image queued without a file', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  async function* broken() {
    yield Buffer.alloc(100_000)
    throw new Error('the client is gone')
  }
  assert.equal((await story.upload(id, broken())).status, 500)
  assert.equal((await story.show(id)).status, 'queued')
  assert.deepEqual(await story.files(), [])
})

test('a change to an image during its upload is kept', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  async function* interrupted() {
    yield Buffer.from('data')
    await story.patch(id, [{ op: 'replace', path: '/name', value: 'renamed' }])
  }
  assert.equal((await story.upload(id, interrupted())).status, 204)
  const { name, status } = await story.show(id)
  assert.deepEqual([name, status], ['renamed', 'active'])
})

test('an image deleted during its upload leaves nothing', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  async function* deleted() {
    yield Buffer.from('data')
    await story.send('DELETE', `/v2/images/${id}`)
  }
  assert.equal((await story.upload(id, deleted())).status, 404)
  assert.deepEqual(await story.files(), [])
})

test('an upload cut off by a crash is cleared after a restart, and the image can be uploaded again', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  const begun = Promise.withResolvers<void>()
  const never = Promise.withResolvers<void>()
  async function* hanging() {
    yield Buffer.from('half')
    begun.resolve()
    await never.promise
  }
  const cut = story.upload(id, hanging())
  await begun.promise
  assert.equal((await story.show(id)).status, 'saving')
  assert.equal((await story.files()).length, 1)
  story.clock.advance(180_000)
  await story.restart()
  assert.equal((await story.show(id)).status, 'queued')
  assert.deepEqual(await story.files(), [])
  assert.equal((await story.upload(id, chunks)).status, 204)
  // The process was only slow, not dead: it must not harm what came after it.
  never.resolve()
  assert.ok((await cut).status >= 400)
  assert.deepEqual((await story.send('GET', `/v2/images/${id}/file`)).body, whole)
  assert.equal((await story.files()).length, 1)
})

test('starting another process does not disturb an upload in progress', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  async function* watched() {
    yield Buffer.from('one')
    await story.anotherProcess()
    story.clock.advance(50_000)
    await story.anotherProcess()
    yield Buffer.from(' two ')
    yield Buffer.from('three')
  }
  assert.equal((await story.upload(id, watched())).status, 204)
  assert.deepEqual((await story.send('GET', `/v2/images/${id}/file`)).body, whole)
})

test('a download of a queued image answers 204, and only admins can download a deactivated one', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  assert.equal((await story.send('GET', `/v2/images/${id}/file`)).status, 204)
  await story.upload(id, chunks)
  const act = (action: string, by: 'admin' | 'ann') =>
    story.send('POST', `/v2/images/${id}/actions/${action}`, { by })
  assert.equal((await act('deactivate', 'admin')).status, 204)
  assert.equal((await story.show(id)).status, 'deactivated')
  assert.equal((await story.send('GET', `/v2/images/${id}/file`)).status, 403)
  assert.equal((await story.send('GET', `/v2/images/${id}/file`, { by: 'admin' })).status, 200)
  assert.equal((await act('reactivate', 'admin')).status, 204)
  assert.equal((await story.send('GET', `/v2/images/${id}/file`)).status, 200)
})

test('an upload of 64 MiB is streamed to disk, at most 8 MiB ahead of what is written', async () => {
  await using story = await startImageStory()
  const { id } = await story.create()
  const mebibyte = 1024 * 1024
  let mostAhead = 0
  async function* large() {
    for (let sent = 0; sent < 64; sent += 1) {
      const [part] = await story.files()
      const written = part === undefined ? 0 : statSync(join(story.directory, part)).size
      mostAhead = Math.max(mostAhead, sent * mebibyte - written)
      yield Buffer.alloc(mebibyte, sent)
    }
  }
  assert.equal((await story.upload(id, large())).status, 204)
  assert.equal((await story.show(id)).size, 64 * mebibyte)
  assert.ok(mostAhead <= 8 * mebibyte, `${mostAhead / mebibyte} MiB were held in memory`)
})
