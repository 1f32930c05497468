import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

const deep = '['.repeat(40_000) + ']'.repeat(40_000)

let cloud: TestCloud
before(async () => {
  cloud = await startTestCloud()
})
after(() => cloud[Symbol.asyncDispose]())

for (const [path, name] of [
  ['/identity/v3/auth/tokens', 'auth'],
  ['/identity/v3/users', 'user'],
  ['/image/v2/images', 'name'],
  ['/placement/resource_providers', 'name'],
  ['/compute/v2.1/servers', 'server'],
  ['/networking/v2.0/networks', 'network'],
  ['/volume/v3/volumes', 'volume'],
] as const)
  test(`POST ${path} refuses JSON with 40000 levels of nesting with 400`, async () => {
    for (const body of [deep, `{"${name}": ${deep}}`, `{"${name}": {"description": ${deep}}}`]) {
      const { status } = await fetch(`${cloud.url}${path}`, {
        method: 'POST',
        headers: { 'x-auth-token': cloud.admin.token, 'content-type': 'application/json' },
        body,
      })
      assert.equal(status, 400)
    }
  })
