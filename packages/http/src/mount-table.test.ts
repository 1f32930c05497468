import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestOf } from './fixtures.testing.ts'
import type { Handler } from './message.ts'
import { mountTable } from './mount-table.ts'
import { ok } from './reply.ts'

const named =
  (name: string): Handler =>
  async ({ mount, path }) =>
    ok([name, mount, path])

const table = mountTable({
  '/compute': named('root'),
  '/compute/v2.1': named('api'),
  '/image/': named('image'),
})
const seen = async (path: string, mount = ''): Promise<unknown> => {
  const { status, body } = await table(requestOf({ path, mount }))
  return status === 200 ? JSON.parse(String(body)) : status
}

test('the longest prefix of whole path segments wins', async () => {
  assert.deepEqual(await seen('/compute/v2.1/servers'), ['api', '/compute/v2.1', '/servers'])
  assert.deepEqual(await seen('/compute/v2.10'), ['root', '/compute', '/v2.10'])
  assert.deepEqual(await seen('/compute'), ['root', '/compute', '/'])
  assert.deepEqual(await seen('/image/v2'), ['image', '/image', '/v2'])
})

test('nested mounts are joined, and a path without a mount is 404', async () => {
  assert.deepEqual(await seen('/compute/x', '/cloud'), ['root', '/cloud/compute', '/x'])
  assert.equal(await seen('/computer'), 404)
  assert.equal(await seen('/'), 404)
})
