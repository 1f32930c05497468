import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'
import { newKey, refused, s3Client } from './s3-account.ts'

const md5 = (bytes: string | Uint8Array): string => createHash('md5').update(bytes).digest('hex')
const secret = (): string => randomBytes(32).toString('base64')

/** Everything a cloud has on its disk: the bytes of objects, and the database including its write-ahead log. */
const onDisk = async ({ directory }: TestCloud): Promise<Buffer> => {
  const names = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile() && /objects|swift/.test(join(one.parentPath, one.name)))
  return Buffer.concat(await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name)))))
}

describe('an object store that encrypts', () => {
  let folder: string
  let cloud: TestCloud
  let account: SwiftAccount
  let client: s3.S3Client
  let token = ''
  const keymaster = async (lines: readonly string[]): Promise<string> => {
    const path = join(folder, 'keymaster.conf')
    await writeFile(path, ['[keymaster]', ...lines, ''].join('\n'), { mode: 0o600 })
    return path
  }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keymaster-'))
    const path = await keymaster([
      `encryption_root_secret = ${secret()}`,
      `encryption_root_secret_2026 = ${secret()}`,
      'active_root_secret_id = 2026',
    ])
    cloud = await startTestCloud({ environment: { 'OS_FILTER:KEYMASTER__KEYMASTER_CONFIG_PATH': path } })
    const ann = await cloud.person('ann')
    token = ann.token
    account = swiftAccount(cloud, ann)
    client = s3Client(cloud, await newKey(ann))
    await account.ask('PUT', '/box', { headers: { 'x-versions-enabled': 'true' } })
    await account.ask('PUT', '/plain')
  })
  after(async () => {
    client.destroy()
    await cloud[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  it('returns the plain data, any range of it, and the ETag of the plain data', async () => {
    const data = randomBytes(100_003)
    const put = await account.ask('PUT', '/box/data', {
      body: data,
      headers: { etag: md5(data), 'x-object-meta-colour': 'blue' },
    })
    assert.deepEqual([put.status, put.headers.get('etag')], [201, md5(data)])
    const got = await fetch(`${account.url}/box/data`, { headers: { 'x-auth-token': token } })
    assert.deepEqual(Buffer.from(await got.arrayBuffer()), data)
    for (const [first, last] of [
      [0, 0],
      [15, 16],
      [65_537, 65_590],
      [99_999, 100_002],
    ] as const) {
      const part = await fetch(`${account.url}/box/data`, {
        headers: { 'x-auth-token': token, range: `bytes=${first}-${last}` },
      })
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), data.subarray(first, last + 1))
    }
    const conditions = { 'if-none-match': `"${md5(data)}"` }
    assert.equal((await account.ask('GET', '/box/data', { headers: conditions })).status, 304)
    const listed = JSON.parse((await account.ask('GET', '/box?format=json')).text)
    assert.equal(listed[0].hash, md5(data))
    assert.equal((await account.ask('HEAD', '/box/data')).headers.get('x-object-meta-colour'), 'blue')
    const wrong = { body: 'x', headers: { etag: md5('y') } }
    assert.equal((await account.ask('PUT', '/box/wrong', wrong)).status, 422)
  })

  it('copies objects, keeps versions and assembles large objects', async () => {
    await account.ask('PUT', '/plain/one', { body: 'first ' })
    await account.ask('PUT', '/plain/two', { body: 'second' })
    const copied = await account.ask('COPY', '/plain/one', { headers: { destination: '/box/copy' } })
    assert.deepEqual([copied.status, copied.headers.get('etag')], [201, md5('first ')])
    await account.ask('PUT', '/box/copy', { body: 'newer' })
    const listed = JSON.parse((await account.ask('GET', '/box?versions&format=json&prefix=copy')).text)
    assert.deepEqual(
      listed.map(({ hash }: { hash: string }) => hash),
      [md5('newer'), md5('first ')],
    )
    const old = await account.ask('GET', `/box/copy?version-id=${listed[1].version_id}`)
    assert.equal(old.text, 'first ')
    const manifest = ['one', 'two'].map((name) => ({ path: `plain/${name}` }))
    const made = await account.ask('PUT', '/plain/whole?multipart-manifest=put', {
      body: JSON.stringify(manifest),
    })
    assert.equal(made.status, 201)
    const part = await account.ask('GET', '/plain/whole', { headers: { range: 'bytes=4-8' } })
    assert.equal(part.text, 't sec')
    await account.ask('PUT', '/plain/dynamic', { body: '', headers: { 'x-object-manifest': 'plain/o' } })
    assert.equal((await account.ask('GET', '/plain/dynamic')).text, 'first ')
    await account.ask('POST', '/plain/two', { headers: { 'x-object-meta-a': 'changed' } })
    assert.equal((await account.ask('HEAD', '/plain/two')).headers.get('x-object-meta-a'), 'changed')
  })

  it('works through S3 too, where clients may request AES256 but not aws:kms', async () => {
    const asked = { Bucket: 'plain', Key: 'of-s3', Body: 'through s3', Metadata: { word: 'kept' } }
    const { ETag } = await client.send(
      new s3.PutObjectCommand({ ...asked, ServerSideEncryption: 'AES256', Tagging: 'a=1' }),
    )
    assert.equal(ETag, `"${md5('through s3')}"`)
    const got = await client.send(
      new s3.GetObjectCommand({ Bucket: 'plain', Key: 'of-s3', Range: 'bytes=8-9' }),
    )
    assert.equal(await got.Body?.transformToString(), 's3')
    assert.deepEqual(got.Metadata, { word: 'kept' })
    const { Contents = [] } = await client.send(
      new s3.ListObjectsV2Command({ Bucket: 'plain', Prefix: 'of-s3' }),
    )
    assert.equal(Contents[0]?.ETag, ETag)
    const byOthers = client.send(new s3.PutObjectCommand({ ...asked, ServerSideEncryption: 'aws:kms' }))
    assert.deepEqual(await refused(byOthers), ['NotImplemented', 501])
  })

  it('leaves neither bytes nor their digest nor metadata readable on the disk', async () => {
    const text = 'nobody reads this on a disk'
    await account.ask('PUT', '/plain/secret', {
      body: text,
      headers: { 'x-object-meta-word': 'unseen-word' },
    })
    assert.equal((await account.ask('GET', '/plain/secret')).text, text)
    const disk = await onDisk(cloud)
    for (const unseen of [text, md5(text), 'unseen-word']) assert.equal(disk.includes(unseen), false, unseen)
    // Object names are not encrypted, so on SQLite this shows that the search would find plain text.
    if (disk.includes('SQLite format 3')) assert.equal(disk.includes('secret'), true)
  })
})
