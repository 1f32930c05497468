import assert from 'node:assert/strict'
import { test } from 'node:test'
import { volumeActions } from './volume-actions.ts'

test('a volume attached to several servers is not detached from just any of them', () => {
  const detach = volumeActions.find(({ id }) => id === 'detach')
  const attachedTo = (...servers: readonly string[]) => ({
    status: 'in-use',
    attachments: servers.map((server_id) => ({ server_id })),
  })
  assert.equal(detach?.hindered?.(attachedTo('one')), undefined)
  assert.deepEqual(detach?.hindered?.(attachedTo('one', 'two')), { why: 'severalServers' })
})
