import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedBy, pathMatches } from './access-rules.ts'

const cases: readonly (readonly [pattern: string, path: string, matches: boolean])[] = [
  ['/v2.1/servers', '/v2.1/servers', true],
  ['/v2.1/servers', '/v2.1/servers/1', false],
  ['/v2.1/servers', '/v2x1/servers', false],
  ['/v2.1/servers/*', '/v2.1/servers/1', true],
  ['/v2.1/servers/*', '/v2.1/servers/', false],
  ['/v2.1/servers/*', '/v2.1/servers/1/ips', false],
  ['/v2.1/servers/{server_id}/ips', '/v2.1/servers/1/ips', true],
  ['/v2.1/servers/{server_id}/ips', '/v2.1/servers/1/2/ips', false],
  ['/v2.1/**', '/v2.1/', true],
  ['/v2.1/**', '/v2.1/servers/1/ips', true],
  ['/v2.1/**', '/v2.1', false],
  ['/**/ips', '/v2.1/servers/1/ips', true],
  ['/v2.1/serv*', '/v2.1/servers', true],
  ['/v2.1/{servers', '/v2.1/{servers', true],
  ['', '/', false],
]

for (const [pattern, path, matches] of cases)
  test(`an access rule for '${pattern}' ${matches ? 'matches' : 'does not match'} ${path}`, () => {
    assert.equal(pathMatches(pattern, path), matches)
  })

test('a pattern of many wildcards is compared with a long path within a second', () => {
  const begun = performance.now()
  assert.equal(pathMatches(`/${'**a'.repeat(70)}b`, `/${'a'.repeat(4000)}`), false)
  assert.ok(performance.now() - begun < 1000)
})

test('an access rule applies to one service and one method, and its path may include the mount', () => {
  const rules = [{ service: 'volumev3', method: 'GET', path: '/v3/*/volumes' }]
  const request = { method: 'GET', mount: '/volume', path: '/v3/p/volumes' }
  assert.equal(isAllowedBy(rules, ['block-storage', 'volumev3'], request), true)
  assert.equal(isAllowedBy(rules, ['compute'], request), false)
  assert.equal(isAllowedBy(rules, ['volumev3'], { ...request, method: 'POST' }), false)
  const mounted = [{ service: 'volumev3', method: 'GET', path: '/volume/v3/**' }]
  assert.equal(isAllowedBy(mounted, ['volumev3'], request), true)
})

test('the path of an access rule may include the whole mount, its last segments or nothing of it', () => {
  const request = { method: 'GET', mount: '/compute/v2.1', path: '/servers' }
  const allows = (path: string) =>
    isAllowedBy([{ service: 'compute', method: 'GET', path }], ['compute'], request)
  for (const path of ['/servers', '/v2.1/servers', '/compute/v2.1/servers']) assert.ok(allows(path), path)
  for (const path of ['/compute/servers', '/1/servers', '/v2.1/server']) assert.ok(!allows(path), path)
})
