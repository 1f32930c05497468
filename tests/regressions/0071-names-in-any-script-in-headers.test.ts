import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('an archive policy can have a non-ASCII name, which the Location header has percent-encoded', async () => {
  await using cloud = await startTestCloud()
  const { metric } = cloud.admin
  const definition = [{ granularity: '1 minute', points: 20 }]
  const { status, headers, body } = await metric.post('/v1/archive_policy', { name: '✔éñ☃', definition })
  assert.equal(status, 201, JSON.stringify(body))
  const path = '/v1/archive_policy/%E2%9C%94%C3%A9%C3%B1%E2%98%83'
  assert.equal(headers.get('location'), metric.url + path)
  assert.equal((await metric.get(path)).body.name, '✔éñ☃')
})
