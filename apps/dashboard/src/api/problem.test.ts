import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remoteFault } from '@nimbo/operation/client/remote-fault'
import { problemOf } from './problem.ts'

test('an error of Glance is shown without the line breaks at its end', () => {
  const text = JSON.stringify({ message: 'Image a<b is protected.<br /><br />\n\n\n', code: '403 Forbidden' })
  const fault = remoteFault({
    service: 'image',
    status: 403,
    headers: { 'x-openstack-request-id': 'req-1' },
    text,
  })
  assert.deepEqual(problemOf(fault), { message: 'Image a<b is protected.', requestId: 'req-1', status: 403 })
})
