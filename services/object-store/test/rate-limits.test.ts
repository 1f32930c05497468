import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'
import { newKey, s3Client } from './s3-account.ts'

/** One request in a thousand seconds, so that however slow this machine is, the second one is too soon. */
const rare = '0.001'

describe('an object store with rate limits', () => {
  let cloud: TestCloud
  let account: SwiftAccount
  before(async () => {
    cloud = await startTestCloud({
      environment: {
        'OS_FILTER:RATELIMIT__CONTAINER_RATELIMIT_2': rare,
        'OS_FILTER:RATELIMIT__CONTAINER_LISTING_RATELIMIT_2': rare,
        'OS_FILTER:RATELIMIT__MAX_SLEEP_TIME_SECONDS': '1',
      },
    })
    account = swiftAccount(cloud, await cloud.person('ann'))
  })
  after(() => cloud[Symbol.asyncDispose]())

  it('does not limit writes and listings of a small container', async () => {
    assert.equal((await account.ask('PUT', '/box')).status, 201)
    for (const name of ['a', 'b']) {
      assert.equal((await account.ask('PUT', `/box/${name}`, { body: 'x' })).status, 201)
      assert.equal((await account.ask('GET', '/box')).status, 200)
    }
  })

  it('refuses writes and listings of a larger container that come too soon', async () => {
    assert.equal((await account.ask('PUT', '/box/c', { body: 'x' })).status, 201)
    const refused = await account.ask('PUT', '/box/d', { body: 'x' })
    assert.deepEqual([refused.status, refused.text], [498, 'Slow down'])
    assert.equal((await account.ask('HEAD', '/box/d')).status, 404)
    assert.equal((await account.ask('DELETE', '/box/a')).status, 498)
    assert.equal(
      (await account.ask('GET', '/box')).status,
      498,
      'the listing in the test before used up the limit',
    )
    assert.equal((await account.ask('GET', '/box/c')).status, 200)
    assert.equal((await account.ask('PUT', '/other')).status, 201, 'creating containers is not limited here')
  })

  it('answers S3 clients with SlowDown', async () => {
    const ben = await cloud.person('ben')
    const client = s3Client(cloud, await newKey(ben))
    try {
      await client.send(new s3.CreateBucketCommand({ Bucket: 'bucket' }))
      const put = (Key: string) => client.send(new s3.PutObjectCommand({ Bucket: 'bucket', Key, Body: 'x' }))
      for (const key of ['a', 'b', 'c']) await put(key)
      const error = await put('d').catch((problem: unknown) => problem)
      assert.ok(error instanceof s3.S3ServiceException)
      assert.deepEqual([error.name, error.$metadata.httpStatusCode], ['SlowDown', 503])
    } finally {
      client.destroy()
    }
  })

  it('lists its limits in /info', async () => {
    const { body: info } = await cloud.admin['object-store'].get('/info')
    assert.deepEqual(info.ratelimit, {
      ...{ account_ratelimit: 0, max_sleep_time_seconds: 1 },
      ...{ container_ratelimits: [[2, 0.001]], container_listing_ratelimits: [[2, 0.001]] },
    })
  })
})

it('account_ratelimit limits changes to containers, except on the whitelist; the blacklist refuses all', async () => {
  const white: string[] = []
  const black: string[] = []
  const directory = await startTestCloud()
  const [ann, ben, eve] = [
    await directory.person('ann'),
    await directory.person('ben'),
    await directory.person('eve'),
  ]
  white.push(`AUTH_${ben.projectId}`)
  black.push(`AUTH_${eve.projectId}`)
  await directory.stop()
  await using cloud = await startTestCloud({
    stateDir: directory.directory,
    environment: {
      'OS_FILTER:RATELIMIT__ACCOUNT_RATELIMIT': rare,
      'OS_FILTER:RATELIMIT__MAX_SLEEP_TIME_SECONDS': '1',
      'OS_FILTER:RATELIMIT__ACCOUNT_WHITELIST': white.join(','),
      'OS_FILTER:RATELIMIT__ACCOUNT_BLACKLIST': black.join(','),
    },
  })
  const [slow, free, none] = [swiftAccount(cloud, ann), swiftAccount(cloud, ben), swiftAccount(cloud, eve)]
  assert.equal((await slow.ask('PUT', '/one')).status, 201)
  assert.equal((await slow.ask('PUT', '/two')).status, 498)
  assert.equal((await slow.ask('DELETE', '/one')).status, 498)
  assert.equal((await slow.ask('PUT', '/one/object', { body: 'x' })).status, 201)
  for (const name of ['one', 'two']) assert.equal((await free.ask('PUT', `/${name}`)).status, 201)
  const refused = await none.ask('GET')
  assert.deepEqual([refused.status, refused.text], [497, 'Your account has been blacklisted'])
})
