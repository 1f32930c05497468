import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diskDevice } from './disk-devices.ts'

test('a disk of a multi-attach volume is shared for writing', () => {
  const disk = { device: 'disk', target: 'vdb', bus: 'virtio', readOnly: false, serial: 'v' } as const
  const source = { type: 'file', path: '/volumes/v', format: 'raw' } as const
  const shareOf = (shared: { readonly shared?: true }) =>
    diskDevice({ ...disk, source, ...shared }, () => '5').device['share-rw']
  assert.equal(shareOf({ shared: true }), true)
  assert.equal(shareOf({}), undefined)
})
