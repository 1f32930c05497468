import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { empty } from '@nimbo/operation/content'
import { microversion } from '@nimbo/operation/microversion'
import { operation } from '@nimbo/operation/operation'
import { anyone } from '@nimbo/operation/target'
import type { Route } from './route.ts'
import { buildRouter } from './router.ts'

const declared = (
  method: 'GET' | 'POST' | 'DELETE' | 'PUT',
  path: string,
  name: string,
  more: { action?: string; since?: string; until?: string } = {},
): Route<null> => ({
  operation: operation({
    id: name,
    method,
    path,
    summary: name,
    on: anyone,
    replies: { 204: empty },
    ...more,
  }),
  lifts: [],
  handle: async () => undefined,
})

const find = buildRouter([
  declared('GET', '/servers', 'list'),
  declared('POST', '/servers', 'create'),
  declared('GET', '/servers/detail', 'detail'),
  declared('GET', '/servers/{server_id}', 'show'),
  declared('DELETE', '/servers/{server_id}', 'delete'),
  declared('POST', '/servers/{server_id}/action', 'start', { action: 'os-start' }),
  declared('POST', '/servers/{server_id}/action', 'lock.old', { action: 'lock', until: '2.72' }),
  declared('POST', '/servers/{server_id}/action', 'lock', { action: 'lock', since: '2.73' }),
  declared('POST', '/servers/{server_id}/action', 'dump', { action: 'dump', since: '2.17' }),
  declared('GET', '/os-networks', 'networks', { until: '2.35' }),
  declared('PUT', '/tags', 'tags', { since: '2.26' }),
])

const noBody = async (): Promise<undefined> => undefined
const named = async (method: string, path: string, version = '2.1', body: unknown = undefined) => {
  const found = await find(method, path, microversion(version), async () => body)
  return found.route.operation.id
}

test('a fixed path wins over a path parameter, with or without a trailing slash', async () => {
  assert.equal(await named('GET', '/servers'), 'list')
  assert.equal(await named('GET', '/servers/'), 'list')
  assert.equal(await named('GET', '/servers/detail'), 'detail')
  assert.equal(await named('GET', '/servers/7'), 'show')
})

test('path parameters are decoded, and have their declared names', async () => {
  const { params } = await find('GET', '/servers/a%2Fb%20c', microversion('2.1'), noBody)
  assert.deepEqual({ ...params }, { server_id: 'a/b c' })
})

test('HEAD is routed to the GET operation', async () => {
  assert.equal(await named('HEAD', '/servers/7'), 'show')
})

test('an unknown or undecodable path is 404; a known path with another method is 405', async () => {
  for (const path of ['/nothing', '/servers/7/8', '/servers/%zz'])
    await assert.rejects(named('GET', path), { code: 'NoSuchPath', kind: 'notFound' })
  await assert.rejects(named('PUT', '/servers/7'), (error) => {
    assert.ok(isFault(error, 'MethodNotAllowed'))
    assert.equal(error.details.allow, 'GET, HEAD, DELETE')
    return true
  })
})

test('an operation exists only within its microversions, both ends included', async () => {
  assert.equal(await named('GET', '/os-networks', '2.35'), 'networks')
  await assert.rejects(named('GET', '/os-networks', '2.36'), { code: 'NoSuchPath' })
  assert.equal(await named('PUT', '/tags', '2.26'), 'tags')
  await assert.rejects(named('PUT', '/tags', '2.25'), { code: 'NoSuchPath' })
})

test('actions are routed by the key of the body, and by microversion', async () => {
  const path = '/servers/7/action'
  assert.equal(await named('POST', path, '2.1', { 'os-start': null }), 'start')
  assert.equal(await named('POST', path, '2.72', { lock: null }), 'lock.old')
  assert.equal(await named('POST', path, '2.73', { lock: null }), 'lock')
  await assert.rejects(named('POST', path, '2.1', { dance: null }), {
    code: 'NoSuchAction',
    message: 'There is no such action: dance',
  })
  assert.equal(await named('POST', path, '2.17', { dump: null }), 'dump')
  await assert.rejects(named('POST', path, '2.16', { dump: null }), { code: 'NoSuchPath' })
  for (const body of [undefined, null, 'os-start', {}])
    await assert.rejects(named('POST', path, '2.1', body), { message: 'Malformed request body' })
})

test('the body is not read if the path alone decides the route', async () => {
  const untouched = async (): Promise<never> => assert.fail('the body was read')
  assert.equal((await find('POST', '/servers', microversion('2.1'), untouched)).route.operation.id, 'create')
})
