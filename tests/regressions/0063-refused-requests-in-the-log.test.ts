import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { recordingLog } from '@nimbo/testing/recording-log'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

const refused = [
  '/identity/v3/nothing',
  '/image/v2/images/nothing',
  '/placement/resource_providers/nothing',
  '/compute/v2.1/servers/nothing',
  '/networking/v2.0/networks/nothing',
  '/volume/v3/volumes/nothing',
]

test('each service logs a request that it refuses, with the path and the status', async () => {
  const { log, lines } = recordingLog()
  await using cloud = await startTestCloud({ log })
  const before = lines.length
  for (const path of refused) {
    const { status } = await fetch(cloud.url + path, { headers: { 'x-auth-token': cloud.admin.token } })
    assert.equal(status, 404, path)
  }
  await eventually(() => {
    const told = lines
      .slice(before)
      .filter(({ message, fields }) => message === 'request' && fields.status === 404)
    assert.deepEqual(told.map(({ fields }) => fields.path).sort(), [...refused].sort())
  })
})
