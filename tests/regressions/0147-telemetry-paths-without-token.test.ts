import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

test('metric and alarming APIs give 401 without a valid token on every path but that of their versions', async () => {
  await using cloud = await startTestCloud()
  const statusOf = async (path: string, headers = {}) =>
    (await fetch(new URL(path, cloud.url), { headers })).status
  const guarded = ['/alarming/v2', '/alarming/v2/nothing', '/alarming/v2/query/alarms', '/metric/v1/nothing']
  for (const path of guarded) {
    assert.equal(await statusOf(path), 401, path)
    assert.equal(await statusOf(path, { 'x-auth-token': 'worn-out' }), 401, path)
  }
  for (const path of ['/alarming/', '/metric/']) assert.equal(await statusOf(path), 200, path)
  const headers = { 'x-auth-token': (await cloud.person('ann')).token }
  assert.equal(await statusOf('/alarming/v2/query/alarms', headers), 405)
  assert.equal(await statusOf('/metric/v1/nothing', headers), 404)
})
