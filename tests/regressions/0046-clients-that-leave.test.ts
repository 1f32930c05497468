import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginAndLeave } from '@nimbo/testkit/begin-and-leave'
import { eventually } from '@nimbo/testing/eventually'
import { recordingLog } from '@nimbo/testing/recording-log'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('a client that disconnects during its request is logged at the level info, not as an error', async () => {
  const { log, lines } = recordingLog()
  await using cloud = await startTestCloud({ log })
  const order = { name: 'half', disk_format: 'raw', container_format: 'bare' }
  const { id } = (await cloud.admin.image.post('/v2/images', order)).body
  const half = {
    [`PUT /image/v2/images/${id}/file`]: 'application/octet-stream',
    'POST /identity/v3/auth/tokens': 'application/json',
    'POST /compute/v2.1/flavors': 'application/json',
    'POST /networking/v2.0/networks': 'application/json',
    'POST /volume/v3/volumes': 'application/json',
    'POST /placement/resource_providers': 'application/json',
  }
  const before = lines.length
  for (const [asked, type] of Object.entries(half))
    await beginAndLeave(
      cloud.url,
      `${asked} HTTP/1.1\r\nHost: x\r\nX-Auth-Token: ${cloud.admin.token}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: 100000\r\n\r\n{"half":`,
    )
  const said = () => lines.slice(before)
  await eventually(() => {
    const left = said().filter(({ message }) => message === 'a client left in the midst of its request')
    assert.deepEqual(left.map(({ level, fields }) => `${level} ${fields.operation}`).sort(), [
      'info compute.flavors.create',
      'info identity.tokens.create',
      'info image.images.upload',
      'info network.networks.create',
      'info placement.resource_providers.create',
      'info volume.volumes.create',
    ])
  })
  assert.deepEqual(
    said().filter(({ level }) => level === 'error'),
    [],
  )
  assert.equal((await cloud.admin.image.get(`/v2/images/${id}`)).body.status, 'queued')
})
