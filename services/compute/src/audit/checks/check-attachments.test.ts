import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { censusOf } from '../census.ts'
import type { Picture, SeenServer } from '../picture.ts'
import { samplePicture } from '../sample-picture.testing.ts'
import { checkAttachments } from './check-attachments.ts'

const server: SeenServer = {
  ...{ id: 'server', cellId: 'cell', host: 'host-1', node: 'host-1' },
  ...{ vmState: 'active', taskState: null, portIds: [] },
}
const disk = {
  ...{ id: 'disk', cellId: 'cell', serverId: 'server', volumeId: 'volume' },
  ...{ attachmentId: 'attachment', sourceType: 'volume' },
}
const attachment = { id: 'attachment', volume_id: 'volume', instance: 'server', status: 'attached' }
const volume = { id: 'volume', status: 'in-use', attachments: [], metadata: {} }

const findings = (seen: Partial<Picture>): readonly string[] => {
  const picture = { ...samplePicture, servers: [server], disks: [disk], attachments: [attachment] }
  return checkAttachments(censusOf({ ...picture, volumes: [volume], ...seen })).map(({ kind }) => kind)
}

describe('an attachment', () => {
  it('is reported if its server is on no host, unless the server is shelved and offloaded', () => {
    assert.deepEqual(findings({}), [])
    for (const vmState of ['active', 'stopped', 'error'] as const)
      for (const status of ['attached', 'reserved'])
        assert.deepEqual(
          findings({
            servers: [{ ...server, host: null, vmState }],
            attachments: [{ ...attachment, status }],
          }),
          ['attachment-on-no-host'],
        )
    assert.deepEqual(findings({ servers: [{ ...server, host: null, vmState: 'shelved_offloaded' }] }), [])
  })
})

describe('a volume', () => {
  it('is reported if its status says that it is reserved or in use but it has no attachment', () => {
    for (const status of ['reserved', 'attaching', 'detaching', 'in-use'])
      assert.deepEqual(findings({ attachments: [], disks: [], volumes: [{ ...volume, status }] }), [
        'volume-held-for-nobody',
      ])
    assert.deepEqual(
      findings({ attachments: [], disks: [], volumes: [{ ...volume, status: 'available' }] }),
      [],
    )
  })
})
