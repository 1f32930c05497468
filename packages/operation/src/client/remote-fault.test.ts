import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRemote, remoteFault } from './remote-fault.ts'

for (const [service, status, text, kind, message, code] of [
  [
    'keystone',
    404,
    '{"error":{"code":404,"message":"gone","title":"Not Found"}}',
    'notFound',
    'gone',
    undefined,
  ],
  [
    'placement',
    409,
    '{"errors":[{"detail":"taken","code":"placement.concurrent_update"}]}',
    'conflict',
    'taken',
    'placement.concurrent_update',
  ],
  ['neutron', 409, '{"NeutronError":{"type":"IpInUse","message":"used"}}', 'conflict', 'used', 'IpInUse'],
  ['nova', 403, '{"forbidden":{"code":403,"message":"no"}}', 'forbidden', 'no', undefined],
  [
    'glance',
    400,
    '{"message":"bad","code":"400 Bad Request","title":"Bad Request"}',
    'badRequest',
    'bad',
    '400 Bad Request',
  ],
  ['a proxy', 502, '<html>bad gateway</html>', 'badGateway', '<html>bad gateway</html>', undefined],
  ['a service with an empty body', 500, '', 'internal', '', undefined],
  ['a service with the body null', 500, 'null', 'internal', 'null', undefined],
  ['a service with a list as body', 500, '[]', 'internal', '[]', undefined],
] as const)
  test(`an error reply of ${service} becomes a fault with its kind, message and code`, () => {
    const fault = remoteFault({ service: 'placement', status, headers: {}, text })
    assert.deepEqual([fault.kind, fault.message], [kind, message])
    assert.deepEqual(fault.details, { service: 'placement', status, ...(code ? { code } : {}) })
    assert.ok(isRemote(fault, status) && isRemote(fault) && !isRemote(fault, 418))
  })

test('a fault has the request id from the headers of the reply', () => {
  const headers = { 'x-compute-request-id': 'req-1' }
  assert.equal(remoteFault({ service: 'compute', status: 404, headers, text: '' }).details.requestId, 'req-1')
})
