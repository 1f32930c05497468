import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { eventually } from '@nimbo/testing/eventually'
import { shiftedClock } from '@nimbo/testing/shifted-clock'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { stranger, type SwiftAccount, swiftAccount } from './account.ts'
import { newKey, refused, s3Client } from './s3-account.ts'

describe('settings of a bucket', () => {
  const clock = shiftedClock()
  let cloud: TestCloud
  let client: s3.S3Client
  let account: SwiftAccount
  let anybody: SwiftAccount
  before(async () => {
    cloud = await startTestCloud({
      clock,
      environment: { 'OS_OBJECT-EXPIRER__LIFECYCLE_INTERVAL': '1' },
    })
    const ann = await cloud.person('ann')
    account = swiftAccount(cloud, ann)
    anybody = swiftAccount(cloud, ann, stranger)
    client = s3Client(cloud, await newKey(ann))
    for (const Bucket of ['pages', 'brief']) await client.send(new s3.CreateBucketCommand({ Bucket }))
  })
  after(() => cloud[Symbol.asyncDispose]())
  after(() => client.destroy())

  const preflight = (origin: string, method: string, headers = 'x-amz-date'): Promise<Response> =>
    fetch(`${cloud.url}/s3/pages/a`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    })

  it('CORS rules allow web pages of the given origins, and no others', async () => {
    const Bucket = 'pages'
    const missing = client.send(new s3.GetBucketCorsCommand({ Bucket }))
    assert.deepEqual(await refused(missing), ['NoSuchCORSConfiguration', 404])
    const CORSRules = [
      {
        ...{ AllowedOrigins: ['https://*.example.com'], AllowedMethods: ['GET', 'PUT'] },
        ...{ AllowedHeaders: ['x-amz-*'], ExposeHeaders: ['ETag'], MaxAgeSeconds: 60 },
      },
    ]
    await client.send(new s3.PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))
    assert.deepEqual((await client.send(new s3.GetBucketCorsCommand({ Bucket }))).CORSRules, CORSRules)
    const allowed = await preflight('https://www.example.com', 'PUT')
    assert.deepEqual(
      ['access-control-allow-origin', 'access-control-allow-methods', 'access-control-max-age'].map((name) =>
        allowed.headers.get(name),
      ),
      ['https://www.example.com', 'GET, PUT', '60'],
    )
    assert.equal(allowed.status, 200)
    assert.equal((await preflight('https://example.org', 'PUT')).status, 403)
    assert.equal((await preflight('https://www.example.com', 'DELETE')).status, 403)
    assert.equal((await preflight('https://www.example.com', 'PUT', 'x-other')).status, 403)
    const unsigned = await fetch(`${cloud.url}/s3/pages/a`, {
      headers: { origin: 'https://www.example.com' },
    })
    assert.deepEqual([unsigned.status, unsigned.headers.get('access-control-expose-headers')], [403, 'ETag'])
    await client.send(new s3.DeleteBucketCorsCommand({ Bucket }))
    assert.equal((await preflight('https://www.example.com', 'PUT')).status, 403)
    const strange = { CORSRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['PATCH'] }] }
    const wrong = client.send(new s3.PutBucketCorsCommand({ Bucket, CORSConfiguration: strange }))
    assert.deepEqual(await refused(wrong), ['InvalidRequest', 400])
  })

  it('a lifecycle rule deletes objects below its prefix after its number of days', async () => {
    const Bucket = 'brief'
    const missing = client.send(new s3.GetBucketLifecycleConfigurationCommand({ Bucket }))
    assert.deepEqual(await refused(missing), ['NoSuchLifecycleConfiguration', 404])
    const Rules: s3.LifecycleRule[] = [
      { ID: 'logs', Filter: { Prefix: 'log/' }, Status: 'Enabled', Expiration: { Days: 1 } },
      { ID: 'off', Filter: { Prefix: '' }, Status: 'Disabled', Expiration: { Days: 1 } },
    ]
    await client.send(
      new s3.PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
    )
    const shown = await client.send(new s3.GetBucketLifecycleConfigurationCommand({ Bucket }))
    assert.deepEqual(shown.Rules, Rules)
    for (const Key of ['log/1', 'log/2', 'kept'])
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: Key }))
    const large = { Bucket, Key: 'log/large' }
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(large))
    const part = { ...large, UploadId, PartNumber: 1 }
    const { ETag } = await client.send(new s3.UploadPartCommand({ ...part, Body: 'in one part' }))
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
    await client.send(new s3.CompleteMultipartUploadCommand({ ...large, UploadId, MultipartUpload }))
    const moving = {
      ...{ Status: 'Enabled', Filter: { Prefix: '' } },
      Transitions: [{ Days: 1, StorageClass: 'GLACIER' }],
    } satisfies s3.LifecycleRule
    const unserved = client.send(
      new s3.PutBucketLifecycleConfigurationCommand({
        ...{ Bucket: 'pages', LifecycleConfiguration: { Rules: [moving] } },
      }),
    )
    assert.deepEqual(await refused(unserved), ['NotImplemented', 501])
    for (const path of ['/brief', '/brief%2Bsegments'])
      await account.ask('POST', path, { headers: { 'x-container-read': '.r:*,.rlistings' } })
    clock.advance(2 * 86_400_000 + 1000)
    await eventually(async () => assert.equal((await anybody.ask('GET', '/brief')).text, 'kept\n'))
    await eventually(async () => assert.equal((await anybody.ask('GET', '/brief%2Bsegments')).status, 204))
  })
})
