import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from '../../services/object-store/test/account.ts'
import { newKey } from '../../services/object-store/test/s3-account.ts'

const mebibyte = 1_048_576

/** The S3 API of another cloud is the storage; any other S3-compatible storage would get the same requests. */
describe('an object store that keeps its data in S3-compatible storage', () => {
  let engine: TestCloud
  let cloud: TestCloud
  let account: SwiftAccount
  let token = ''
  let kept: SwiftAccount
  before(async () => {
    engine = await startTestCloud()
    const { accessKeyId, secretAccessKey } = await newKey(engine.admin)
    cloud = await startTestCloud({
      environment: {
        OS_OBJECTS__DRIVER: 's3',
        OS_OBJECTS__S3_STORE_HOST: `${engine.url}/s3`,
        OS_OBJECTS__S3_STORE_ACCESS_KEY: accessKeyId,
        OS_OBJECTS__S3_STORE_SECRET_KEY: secretAccessKey,
        OS_OBJECTS__ABANDONED_AFTER: '2',
      },
    })
    const ann = await cloud.person('ann')
    token = ann.token
    account = swiftAccount(cloud, ann)
    kept = swiftAccount(engine, engine.admin)
    await account.ask('PUT', '/box')
  })
  after(() => cloud[Symbol.asyncDispose]())
  after(() => engine[Symbol.asyncDispose]())

  const keptCount = async (): Promise<number> =>
    Number((await kept.ask('HEAD', '/objects')).headers.get('x-container-object-count'))

  it('stores small, large and empty objects, and serves a byte range', async () => {
    const large = randomBytes(17 * mebibyte)
    assert.equal((await account.ask('PUT', '/box/small', { body: 'small' })).status, 201)
    assert.equal((await account.ask('PUT', '/box/large', { body: large })).status, 201)
    assert.equal((await account.ask('PUT', '/box/empty', { body: '' })).status, 201)
    assert.equal((await account.ask('GET', '/box/small')).text, 'small')
    const range = 8 * mebibyte - 2
    const response = await fetch(`${account.url}/box/large`, {
      headers: { 'x-auth-token': token, range: `bytes=${range}-${range + 9}` },
    })
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), large.subarray(range, range + 10))
    assert.equal((await account.ask('GET', '/box')).text, 'empty\nlarge\nsmall\n')
  })

  it('keeps nothing of an upload that the client breaks off', async () => {
    const before = await keptCount()
    const parts = (await kept.ask('GET', '/objects%2Bsegments')).text
    await new Promise<void>((resolve) => {
      const upload = request(`${account.url}/box/broken`, {
        method: 'PUT',
        headers: { 'x-auth-token': token, 'content-length': 20 * mebibyte },
      })
      upload.once('error', () => resolve())
      upload.write(randomBytes(9 * mebibyte), () => upload.destroy(new Error('the client leaves')))
    })
    await eventually(async () => {
      assert.equal(await keptCount(), before)
      assert.equal((await kept.ask('GET', '/objects%2Bsegments')).text, parts)
    })
    assert.equal((await account.ask('HEAD', '/box/broken')).status, 404)
  })

  it('deletes the data of an object from the storage when the object is deleted', async () => {
    for (const name of ['small', 'large', 'empty']) await account.ask('DELETE', `/box/${name}`)
    await eventually(async () => assert.equal(await keptCount(), 0))
    assert.equal((await account.ask('DELETE', '/box')).status, 204)
  })
})
