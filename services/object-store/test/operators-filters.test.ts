import assert from 'node:assert/strict'
import { it } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { swiftAccount } from './account.ts'

it('the filter name_check refuses forbidden names', async () => {
  await using cloud = await startTestCloud({
    environment: {
      'OS_FILTER:NAME_CHECK__FORBIDDEN_CHARS': '<>',
      'OS_FILTER:NAME_CHECK__MAXIMUM_LENGTH': '80',
      'OS_FILTER:NAME_CHECK__FORBIDDEN_REGEXP': '/\\./|/\\.\\./',
    },
  })
  const account = swiftAccount(cloud, await cloud.person('ann'))
  for (const [name, status] of [
    ['box', 201],
    ['a%3Cb', 400],
    ['x'.repeat(80), 400],
  ] as const)
    assert.equal((await account.ask('PUT', `/${name}`)).status, status, name)
  assert.equal((await account.ask('PUT', '/box/a%2F.%2Fb', { body: 'x' })).status, 400)
  assert.equal((await account.ask('PUT', '/box/a.b', { body: 'x' })).status, 201)
})

it('a read-only store allows reads, and with allow_deletes deletions, but no other changes', async () => {
  await using home = await temporaryDirectory()
  {
    await using open = await startTestCloud({ stateDir: home.path })
    const before = swiftAccount(open, open.admin)
    assert.equal((await before.ask('PUT', '/box')).status, 201)
    assert.equal((await before.ask('PUT', '/box/doc', { body: 'x' })).status, 201)
  }
  await using cloud = await startTestCloud({
    stateDir: home.path,
    environment: { 'OS_FILTER:READ_ONLY__READ_ONLY': 'true', 'OS_FILTER:READ_ONLY__ALLOW_DELETES': 'true' },
  })
  const account = swiftAccount(cloud, cloud.admin)
  assert.equal((await account.ask('PUT', '/other')).status, 405)
  assert.equal((await account.ask('PUT', '/box/doc', { body: 'y' })).status, 405)
  assert.equal((await account.ask('POST', '', { headers: { 'x-account-meta-a': 'b' } })).status, 405)
  for (const path of ['/box', '/box/doc'])
    assert.equal((await account.ask('POST', `${path}?bulk-delete`)).status, 405, path)
  assert.equal((await account.ask('GET', '/box/doc')).text, 'x')
  assert.equal((await account.ask('DELETE', '/box/doc')).status, 204)
  assert.equal((await account.ask('DELETE', '/box')).status, 204)
  assert.equal((await account.ask('GET')).status, 204)
  const { body: info } = await cloud.admin['object-store'].get('/info')
  assert.deepEqual(info.read_only, {})
})
