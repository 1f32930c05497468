import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Answer, Client } from '@nimbo/testkit/client'
import { hostileImages } from '@nimbo/testing/disk-images/hostile-images'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import { inEachShape } from '@nimbo/testkit/in-each-shape'

inEachShape('the upload of an image', { distributedByName: true }, (cloud) => {
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
  const isRefused = async (diskFormat: string, data: Uint8Array): Promise<void> => {
    const { id, answer } = await upload(diskFormat, data)
    assert.equal(answer.status, 415, JSON.stringify(answer.body))
    assert.match(JSON.stringify(answer.body), /failed safety checks|does not match stream data/)
    assert.equal((await ada.image.get(`/v2/images/${id}`)).body.status, 'queued')
  }

  for (const { what, format, data } of hostileImages) it(`is refused: ${what}`, () => isRefused(format, data))

  it('is accepted if the data are safe and of the declared format', async () => {
    const { id, answer } = await upload('qcow2', qcow2())
    assert.equal(answer.status, 204, JSON.stringify(answer.body))
    const { body } = await ada.image.get(`/v2/images/${id}`)
    assert.deepEqual([body.status, body.virtual_size], ['active', 1_048_576])
  })
})
