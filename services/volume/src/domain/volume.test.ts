import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowsMultiattach, refusalToReserve, statusWith } from './volume.ts'

const of = (...statuses: ('reserved' | 'attaching' | 'attached' | 'detaching')[]) =>
  statuses.map((status) => ({ status }))

test('the attachment that has come furthest decides the status of its volume', () => {
  assert.equal(statusWith(of()), 'available')
  assert.equal(statusWith(of('reserved')), 'reserved')
  assert.equal(statusWith(of('reserved', 'attaching')), 'attaching')
  assert.equal(statusWith(of('attaching', 'attached', 'reserved')), 'in-use')
})

test('a volume attached to another server cannot be reserved, unless it is multiattach', () => {
  const attachment = {
    id: 'a',
    volumeId: 'v',
    projectId: 'p',
    serverId: 'one',
    status: 'attached' as const,
    mode: 'rw',
    mountpoint: null,
    host: null,
    connector: null,
    connectionInfo: null,
    attachedAt: null,
    createdAt: '',
  }
  const volume = { id: 'v', status: 'in-use' as const, multiattach: false, attachments: [attachment] }
  assert.match(refusalToReserve(volume, 'two') ?? '', /the current status is in-use/)
  assert.equal(refusalToReserve(volume, 'one'), undefined)
  assert.equal(refusalToReserve({ ...volume, multiattach: true }, 'two'), undefined)
  assert.match(refusalToReserve({ ...volume, status: 'error', attachments: [] }, 'one') ?? '', /error/)
})

test('only the extra spec multiattach with the value <is> True allows several servers', () => {
  assert.ok(allowsMultiattach({ multiattach: '<is> True' }))
  assert.ok(!allowsMultiattach({ multiattach: 'True' }))
  assert.ok(!allowsMultiattach({}))
})
