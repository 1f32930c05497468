import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { before, it } from 'node:test'
import type { Answer, Client } from '@nimbo/testkit/client'
import { inEachShape } from '@nimbo/testkit/in-each-shape'

/** The header of a qcow2 file (version 3) of 1 MiB. */
const qcow2 = (backingFileOffset = 0n, incompatibleFeatures = 0n): Buffer => {
  const header = Buffer.alloc(4096)
  header.write('QFI\xfb', 0, 'latin1')
  header.writeUInt32BE(3, 4)
  header.writeBigUInt64BE(backingFileOffset, 8)
  header.writeUInt32BE(backingFileOffset === 0n ? 0 : 11, 16)
  header.writeUInt32BE(16, 20)
  header.writeBigUInt64BE(1_048_576n, 24)
  header.writeBigUInt64BE(incompatibleFeatures, 72)
  header.writeUInt32BE(104, 100)
  if (backingFileOffset !== 0n) header.write('/etc/shadow', Number(backingFileOffset), 'latin1')
  return header
}

inEachShape('an image that is not what it claims', {}, (cloud) => {
  let ada: Client
  before(async () => {
    ada = await cloud().person('ada')
  })

  const upload = async (
    diskFormat: string,
    data: Uint8Array,
  ): Promise<{ id: string; answer: Answer<unknown> }> => {
    const { body } = await ada.image.post('/v2/images', {
      name: diskFormat,
      disk_format: diskFormat,
      container_format: 'bare',
    })
    const answer = await ada.image.put(`/v2/images/${body.id}/file`, data, {
      'content-type': 'application/octet-stream',
    })
    return { id: body.id, answer }
  }
  const isRefused = async (diskFormat: string, data: Uint8Array, reason: RegExp): Promise<void> => {
    const { id, answer } = await upload(diskFormat, data)
    assert.equal(answer.status, 400, JSON.stringify(answer.body))
    assert.match(JSON.stringify(answer.body), reason)
    assert.notEqual((await ada.image.get(`/v2/images/${id}`)).body.status, 'active')
    await cloud().inTheEnd(async () => {
      const kept = await readdir(cloud().directory, { recursive: true })
      assert.deepEqual(
        kept.filter((path) => path.includes(id)),
        [],
        'nothing of it is kept',
      )
    })
  }

  it('is refused when it claims qcow2 and is not', () =>
    isRefused('qcow2', Buffer.alloc(4096, 1), /does not match disk_format: claimed qcow2, found raw/))

  it('is refused when it claims raw and is qcow2', () =>
    isRefused('raw', qcow2(), /does not match disk_format: claimed raw, found qcow2/))

  it('is refused when it would have its host read another file', async () => {
    await isRefused('qcow2', qcow2(512n), /backing file/)
    await isRefused('qcow2', qcow2(0n, 4n), /external data file/)
  })

  it('is taken when it is what it claims', async () => {
    const { id, answer } = await upload('qcow2', qcow2())
    assert.equal(answer.status, 204, JSON.stringify(answer.body))
    const { body } = await ada.image.get(`/v2/images/${id}`)
    assert.deepEqual([body.status, body.virtual_size], ['active', 1_048_576])
  })
})
