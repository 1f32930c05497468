import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { swiftAccount } from './account.ts'
import { newKey, s3Client } from './s3-account.ts'

it('only a reseller admin can make an account read-only, and writable again', async () => {
  await using cloud = await startTestCloud({
    environment: {
      'OS_FILTER:READ_ONLY__ENABLED': 'true',
      'OS_FILTER:KEYSTONEAUTH__RESELLER_ADMIN_ROLE': 'admin',
    },
  })
  const [ann, ben] = [await cloud.person('ann'), await cloud.person('ben')]
  const [account, other] = [swiftAccount(cloud, ann), swiftAccount(cloud, ben)]
  const asReseller = swiftAccount(cloud, ann, cloud.admin)
  const mark = (value: string) => ({ headers: { 'x-account-sysmeta-read-only': value } })
  assert.equal((await account.ask('PUT', '/box')).status, 201)
  assert.equal((await account.ask('POST', '', mark('true'))).status, 204)
  assert.equal(
    (await account.ask('PUT', '/box/a', { body: 'x' })).status,
    201,
    'an owner cannot make the account read-only',
  )

  assert.equal((await asReseller.ask('POST', '', mark('yes'))).status, 204)
  assert.equal((await account.ask('PUT', '/box/b', { body: 'x' })).status, 405)
  assert.equal((await account.ask('DELETE', '/box/a')).status, 405)
  assert.equal((await account.ask('GET', '/box/a')).text, 'x')
  assert.equal((await account.ask('HEAD')).headers.get('x-account-sysmeta-read-only'), null)
  assert.equal((await other.ask('PUT', '/box')).status, 201, 'other accounts stay writable')
  const copied = { headers: { destination: '/box/b', 'destination-account': `AUTH_${ann.projectId}` } }
  assert.equal((await other.ask('PUT', '/box/a', { body: 'x' })).status, 201)
  assert.equal((await other.ask('COPY', '/box/a', copied)).status, 405)
  const client = s3Client(cloud, await newKey(ann))
  try {
    const put = client.send(new s3.PutObjectCommand({ Bucket: 'box', Key: 'c', Body: 'x' }))
    const error = await put.catch((problem: unknown) => problem)
    assert.ok(error instanceof s3.S3ServiceException)
    assert.equal(error.$metadata.httpStatusCode, 405)
  } finally {
    client.destroy()
  }

  assert.equal((await asReseller.ask('POST', '', mark(''))).status, 204)
  assert.equal((await account.ask('DELETE', '/box/a')).status, 204)
})

it('with allow_account_management a reseller admin creates accounts and deletes them with their contents', async () => {
  await using cloud = await startTestCloud({
    environment: {
      OS_APP_PROXY_SERVER__ALLOW_ACCOUNT_MANAGEMENT: 'true',
      'OS_FILTER:KEYSTONEAUTH__RESELLER_ADMIN_ROLE': 'admin',
    },
  })
  const ann = await cloud.person('ann')
  const [account, asReseller] = [swiftAccount(cloud, ann), swiftAccount(cloud, ann, cloud.admin)]
  assert.equal((await account.ask('PUT')).status, 403)
  assert.deepEqual([(await asReseller.ask('PUT')).status, (await asReseller.ask('PUT')).status], [201, 202])
  assert.equal((await account.ask('PUT', '/box')).status, 201)
  assert.equal((await account.ask('PUT', '/box/a', { body: 'x' })).status, 201)
  assert.equal((await account.ask('DELETE')).status, 403)
  assert.equal((await asReseller.ask('DELETE')).status, 204)
  assert.equal((await asReseller.ask('DELETE')).status, 404)
  assert.equal((await account.ask('GET', '/box/a')).status, 404)
})
