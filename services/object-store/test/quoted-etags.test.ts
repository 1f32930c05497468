import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { swiftAccount } from './account.ts'

it('the container decides whether ETags are quoted, else the account, else the operator', async () => {
  await using cloud = await startTestCloud({ environment: { 'OS_FILTER:ETAG-QUOTER__ENABLED': 'true' } })
  const account = swiftAccount(cloud, await cloud.person('ann'))
  assert.equal((await account.ask('PUT', '/box')).status, 201)
  const plain = (await account.ask('PUT', '/box/a', { body: 'x' })).headers.get('etag') ?? ''
  assert.match(plain, /^[0-9a-f]{32}$/)
  const etag = async () => (await account.ask('HEAD', '/box/a')).headers.get('etag')
  const say = async (path: string, headers: Record<string, string>) =>
    assert.equal((await account.ask('POST', path, { headers })).status, 204)
  assert.equal(await etag(), plain)
  await say('', { 'x-account-rfc-compliant-etags': 'true' })
  assert.equal(await etag(), `"${plain}"`)
  assert.equal((await account.ask('HEAD')).headers.get('x-account-rfc-compliant-etags'), 'True')
  await say('/box', { 'x-container-rfc-compliant-etags': 'no' })
  assert.equal(await etag(), plain)
  assert.equal((await account.ask('HEAD', '/box')).headers.get('x-container-rfc-compliant-etags'), 'False')
  await say('/box', { 'x-remove-container-rfc-compliant-etags': 'x' })
  assert.equal((await account.ask('PUT', '/box/a', { body: 'x' })).headers.get('etag'), `"${plain}"`)
  await say('', { 'x-account-rfc-compliant-etags': '' })
  assert.equal(await etag(), plain)
  const { body: info } = await cloud.admin['object-store'].get('/info')
  assert.deepEqual(info.etag_quoter, { enable_by_default: false })
})
