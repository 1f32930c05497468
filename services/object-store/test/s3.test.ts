import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Client as Person } from '@nimbo/testkit/client'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, swiftAccount } from './account.ts'
import { type Key, newKey, refused, s3Client } from './s3-account.ts'

const mebibyte = 1_048_576

describe('the S3 API, used with Amazon’s client', () => {
  let cloud: TestCloud
  let ann: Person
  let account: SwiftAccount
  let key: Key
  let client: s3.S3Client
  before(async () => {
    cloud = await startTestCloud()
    ann = await cloud.person('ann')
    account = swiftAccount(cloud, ann)
    key = await newKey(ann)
    client = s3Client(cloud, key)
  })
  after(() => cloud[Symbol.asyncDispose]())
  after(() => client.destroy())

  const makeBucket = (Bucket: string) => client.send(new s3.CreateBucketCommand({ Bucket }))
  const put = (Bucket: string, Key: string, Body: string | Buffer, more: object = {}) =>
    client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ...more }))
  const get = async (Bucket: string, Key: string, more: object = {}): Promise<string> =>
    (await (
      await client.send(new s3.GetObjectCommand({ Bucket, Key, ...more }))
    ).Body?.transformToString()) ?? ''

  it('is in the catalog', async () => {
    const { body } = await ann.identity.get('/v3/auth/catalog')
    const entry = body.catalog.find(({ type }: { type: string }) => type === 's3')
    assert.equal(entry.endpoints[0].url, `${cloud.url}/s3`)
  })

  it('shares its buckets and objects with Swift’s API', async () => {
    await makeBucket('shared')
    assert.deepEqual(await refused(makeBucket('shared')), ['BucketAlreadyOwnedByYou', 409])
    assert.deepEqual(await refused(makeBucket('No_Bucket')), ['InvalidBucketName', 400])
    await account.ask('PUT', '/of-swift')
    const { Buckets = [] } = await client.send(new s3.ListBucketsCommand({}))
    assert.deepEqual(
      Buckets.map(({ Name }) => Name),
      ['of-swift', 'shared'],
    )
    await put('shared', 'a/b c+ü.txt', 'hello', {
      ContentType: 'text/plain',
      Metadata: { colour: 'blue' },
      CacheControl: 'no-cache',
    })
    const seen = await account.ask('GET', `/shared/${encodeURIComponent('a/b c+ü.txt')}`)
    assert.deepEqual(
      [seen.text, seen.headers.get('x-object-meta-colour'), seen.headers.get('cache-control')],
      ['hello', 'blue', 'no-cache'],
    )
    const shown = await client.send(new s3.HeadObjectCommand({ Bucket: 'shared', Key: 'a/b c+ü.txt' }))
    assert.deepEqual(
      [shown.ContentLength, shown.ContentType, shown.Metadata, shown.ETag],
      [5, 'text/plain', { colour: 'blue' }, '"5d41402abc4b2a76b9719d911017c592"'],
    )
    assert.equal(await get('shared', 'a/b c+ü.txt', { Range: 'bytes=1-3' }), 'ell')
    assert.deepEqual(await refused(get('shared', 'a/b c+ü.txt', { Range: 'bytes=9-' })), [
      'InvalidRange',
      416,
    ])
    assert.deepEqual(await refused(get('shared', 'nothing')), ['NoSuchKey', 404])
    assert.deepEqual(await refused(get('nowhere', 'nothing')), ['NoSuchBucket', 404])
    const full = await refused(client.send(new s3.DeleteBucketCommand({ Bucket: 'shared' })))
    assert.deepEqual(full, ['BucketNotEmpty', 409])
    await client.send(new s3.DeleteObjectCommand({ Bucket: 'shared', Key: 'a/b c+ü.txt' }))
    await client.send(new s3.DeleteObjectCommand({ Bucket: 'shared', Key: 'never was' }))
    await client.send(new s3.DeleteBucketCommand({ Bucket: 'shared' }))
    const gone = await refused(client.send(new s3.HeadBucketCommand({ Bucket: 'shared' })))
    assert.equal(gone[1], 404)
  })

  it('lists objects page by page in both versions, with common prefixes', async () => {
    await makeBucket('listed')
    for (const name of ['a', 'b/1', 'b/2', 'c&d', 'e', 'zu/1']) await put('listed', name, 'x')
    const names: (string | undefined)[] = []
    let ContinuationToken: string | undefined
    let pages = 0
    do {
      const page = await client.send(
        new s3.ListObjectsV2Command({ Bucket: 'listed', Delimiter: '/', MaxKeys: 2, ContinuationToken }),
      )
      pages += 1
      names.push(...(page.Contents ?? []).map(({ Key }) => Key))
      names.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
    assert.deepEqual([pages, names], [3, ['a', 'b/', 'c&d', 'e', 'zu/']])
    const first = await client.send(
      new s3.ListObjectsCommand({ Bucket: 'listed', Marker: 'b/1', MaxKeys: 2 }),
    )
    assert.deepEqual(
      [first.IsTruncated, first.NextMarker, first.Contents?.map(({ Key }) => Key)],
      [true, 'c&d', ['b/2', 'c&d']],
    )
    const after = await client.send(
      new s3.ListObjectsV2Command({ Bucket: 'listed', StartAfter: 'c&d', Prefix: 'e' }),
    )
    assert.deepEqual([after.KeyCount, after.Contents?.[0]?.Size], [1, 1])
  })

  it('deletes many objects at once and reports each', async () => {
    await makeBucket('many')
    await put('many', 'one', '1')
    await put('many', 'two', '2')
    const { Deleted = [] } = await client.send(
      new s3.DeleteObjectsCommand({
        Bucket: 'many',
        Delete: { Objects: [{ Key: 'one' }, { Key: 'two' }, { Key: 'three' }] },
      }),
    )
    assert.deepEqual(
      Deleted.map(({ Key }) => Key),
      ['one', 'two', 'three'],
    )
    assert.equal((await account.ask('GET', '/many')).text, '')
  })

  it('copies objects with the metadata of the source or new ones, under conditions', async () => {
    await makeBucket('copies')
    const { ETag } = await put('copies', 'from', 'text', { Metadata: { of: 'source' }, Tagging: 'a=1' })
    const copy = (Key: string, more: object = {}) =>
      client.send(new s3.CopyObjectCommand({ Bucket: 'copies', Key, CopySource: 'copies/from', ...more }))
    const head = (Key: string) => client.send(new s3.HeadObjectCommand({ Bucket: 'copies', Key }))
    assert.equal((await copy('to')).CopyObjectResult?.ETag, ETag)
    assert.deepEqual((await head('to')).Metadata, { of: 'source' })
    await copy('other', { MetadataDirective: 'REPLACE', Metadata: { of: 'copy' } })
    assert.deepEqual((await head('other')).Metadata, { of: 'copy' })
    const tags = await client.send(new s3.GetObjectTaggingCommand({ Bucket: 'copies', Key: 'to' }))
    assert.deepEqual(tags.TagSet, [{ Key: 'a', Value: '1' }])
    assert.deepEqual(await refused(copy('to', { CopySourceIfMatch: '"x"' })), ['PreconditionFailed', 412])
    assert.deepEqual(await refused(copy('from')), ['InvalidRequest', 400])
    assert.deepEqual(await refused(copy('to', { CopySource: 'copies/none' })), ['NoSuchKey', 404])
  })

  it('assembles an object from uploaded parts, which are deleted with it', async () => {
    await makeBucket('parts')
    const [one, two] = [randomBytes(5 * mebibyte), randomBytes(mebibyte)]
    const of = { Bucket: 'parts', Key: 'large/one' }
    const { UploadId } = await client.send(
      new s3.CreateMultipartUploadCommand({ ...of, Metadata: { is: 'large' }, ContentType: 'text/large' }),
    )
    const part = async (PartNumber: number, Body: Buffer) => {
      const { ETag } = await client.send(new s3.UploadPartCommand({ ...of, UploadId, PartNumber, Body }))
      return { ETag, PartNumber }
    }
    const Parts = [await part(1, one), await part(2, two)]
    const unused = await part(3, two)
    const uploads = await client.send(new s3.ListMultipartUploadsCommand({ Bucket: 'parts' }))
    assert.deepEqual(
      uploads.Uploads?.map(({ Key, UploadId: id }) => [Key, id]),
      [['large/one', UploadId]],
    )
    const listed = await client.send(new s3.ListPartsCommand({ ...of, UploadId, MaxParts: 2 }))
    assert.deepEqual(
      [listed.IsTruncated, listed.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])],
      [
        true,
        [
          [1, one.length],
          [2, two.length],
        ],
      ],
    )
    const complete = (parts: s3.CompletedPart[]) =>
      client.send(
        new s3.CompleteMultipartUploadCommand({ ...of, UploadId, MultipartUpload: { Parts: parts } }),
      )
    const [first, second] = Parts
    assert.ok(first && second)
    assert.deepEqual(await refused(complete([second, first])), ['InvalidPartOrder', 400])
    assert.deepEqual(await refused(complete([first, { ...second, ETag: '"x"' }])), ['InvalidPart', 400])
    assert.deepEqual(await refused(complete([first, second, unused])), ['EntityTooSmall', 400])
    const { ETag } = await complete(Parts)
    assert.match(ETag ?? '', /^"[0-9a-f]{32}-2"$/)
    // A client that did not get the response repeats the request.
    assert.equal((await complete(Parts)).ETag, ETag)
    const got = await client.send(new s3.GetObjectCommand(of))
    assert.deepEqual([got.ETag, got.ContentType, got.Metadata], [ETag, 'text/large', { is: 'large' }])
    assert.ok(Buffer.concat([one, two]).equals(Buffer.from((await got.Body?.transformToByteArray()) ?? [])))
    const onlyTwo = await client.send(new s3.GetObjectCommand({ ...of, PartNumber: 2 }))
    assert.deepEqual([onlyTwo.PartsCount, onlyTwo.ContentLength], [2, two.length])
    const page = await client.send(new s3.ListObjectsV2Command({ Bucket: 'parts' }))
    assert.deepEqual(
      page.Contents?.map(({ ETag: tag, Size }) => [tag, Size]),
      [[ETag, one.length + two.length]],
    )
    await client.send(new s3.DeleteObjectCommand(of))
    assert.equal((await account.ask('GET', '/parts%2Bsegments')).text, '')
  })

  it('copies a range into a part, and deletes the parts of an aborted upload', async () => {
    await makeBucket('aborted')
    await put('aborted', 'source', '0123456789')
    const of = { Bucket: 'aborted', Key: 'whole' }
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(of))
    const copied = {
      ...of,
      UploadId,
      PartNumber: 1,
      CopySource: 'aborted/source',
      CopySourceRange: 'bytes=2-4',
    }
    const { CopyPartResult } = await client.send(new s3.UploadPartCopyCommand(copied))
    const Parts = [{ PartNumber: 1, ETag: CopyPartResult?.ETag }]
    await client.send(new s3.CompleteMultipartUploadCommand({ ...of, UploadId, MultipartUpload: { Parts } }))
    assert.equal(await get('aborted', 'whole'), '234')
    const other = { Bucket: 'aborted', Key: 'never' }
    const { UploadId: id } = await client.send(new s3.CreateMultipartUploadCommand(other))
    await client.send(new s3.UploadPartCommand({ ...other, UploadId: id, PartNumber: 1, Body: 'x' }))
    await client.send(new s3.AbortMultipartUploadCommand({ ...other, UploadId: id }))
    const again = client.send(new s3.ListPartsCommand({ ...other, UploadId: id }))
    assert.deepEqual(await refused(again), ['NoSuchUpload', 404])
    const names = (await account.ask('GET', '/aborted%2Bsegments')).text
    assert.equal(names, `whole/${UploadId}/1\n`)
    assert.deepEqual(await refused(get('aborted+segments', `whole/${UploadId}/1`)), ['NoSuchBucket', 404])
  })

  it('keeps versions if versioning of the bucket is enabled', async () => {
    await makeBucket('versions')
    const VersioningConfiguration = { Status: 'Enabled' } as const
    await client.send(new s3.PutBucketVersioningCommand({ Bucket: 'versions', VersioningConfiguration }))
    const told = await client.send(new s3.GetBucketVersioningCommand({ Bucket: 'versions' }))
    assert.equal(told.Status, 'Enabled')
    const [first, second] = [await put('versions', 'doc', 'one'), await put('versions', 'doc', 'two')]
    assert.equal(await get('versions', 'doc', { VersionId: first.VersionId }), 'one')
    const gone = await client.send(new s3.DeleteObjectCommand({ Bucket: 'versions', Key: 'doc' }))
    assert.equal(gone.DeleteMarker, true)
    assert.deepEqual(await refused(get('versions', 'doc')), ['NoSuchKey', 404])
    const listed = await client.send(new s3.ListObjectVersionsCommand({ Bucket: 'versions' }))
    assert.deepEqual(
      [
        listed.DeleteMarkers?.map(({ IsLatest }) => IsLatest),
        listed.Versions?.map(({ VersionId }) => VersionId),
      ],
      [[true], [second.VersionId, first.VersionId]],
    )
    for (const { VersionId } of [...(listed.Versions ?? []), ...(listed.DeleteMarkers ?? [])])
      await client.send(new s3.DeleteObjectCommand({ Bucket: 'versions', Key: 'doc', VersionId }))
    await client.send(new s3.DeleteBucketCommand({ Bucket: 'versions' }))
  })

  it('keeps tags of objects and buckets', async () => {
    await makeBucket('tagged')
    const of = { Bucket: 'tagged', Key: 'doc' }
    await put('tagged', 'doc', 'x')
    const TagSet = [{ Key: 'stage', Value: 'a&b' }]
    await client.send(new s3.PutObjectTaggingCommand({ ...of, Tagging: { TagSet } }))
    assert.deepEqual((await client.send(new s3.GetObjectTaggingCommand(of))).TagSet, TagSet)
    // Neither POST in Swift's API nor its view of the object affects or shows the tags.
    await account.ask('POST', '/tagged/doc', { headers: { 'x-object-meta-a': 'b' } })
    assert.deepEqual((await client.send(new s3.GetObjectTaggingCommand(of))).TagSet, TagSet)
    const seen = await account.ask('HEAD', '/tagged/doc')
    assert.deepEqual(
      [...seen.headers.keys()].filter((name) => name.includes('sysmeta')),
      [],
    )
    await client.send(new s3.DeleteObjectTaggingCommand(of))
    assert.deepEqual((await client.send(new s3.GetObjectTaggingCommand(of))).TagSet, [])
    const none = refused(client.send(new s3.GetBucketTaggingCommand({ Bucket: 'tagged' })))
    assert.deepEqual(await none, ['NoSuchTagSet', 404])
    await client.send(new s3.PutBucketTaggingCommand({ Bucket: 'tagged', Tagging: { TagSet } }))
    const kept = await client.send(new s3.GetBucketTaggingCommand({ Bucket: 'tagged' }))
    assert.deepEqual(kept.TagSet, TagSet)
  })

  it('opens a bucket by the canned ACL public-read, and refuses authenticated-read and policies', async () => {
    await makeBucket('open')
    await put('open', 'doc', 'x')
    await client.send(new s3.PutBucketAclCommand({ Bucket: 'open', ACL: 'public-read' }))
    const { Grants = [] } = await client.send(new s3.GetBucketAclCommand({ Bucket: 'open' }))
    assert.deepEqual(
      Grants.map(({ Permission, Grantee }) => [Permission, Grantee?.Type]),
      [
        ['FULL_CONTROL', 'CanonicalUser'],
        ['READ', 'Group'],
      ],
    )
    assert.equal((await account.ask('GET', '/open/doc', { headers: { 'x-auth-token': '' } })).status, 200)
    const other = client.send(new s3.PutBucketAclCommand({ Bucket: 'open', ACL: 'authenticated-read' }))
    assert.deepEqual(await refused(other), ['NotImplemented', 501])
    const policy = client.send(new s3.GetBucketPolicyCommand({ Bucket: 'open' }))
    assert.deepEqual(await refused(policy), ['NotImplemented', 501])
  })

  it('refuses wrong signatures, and access to the buckets of another project', async () => {
    await makeBucket('private')
    const forged = s3Client(cloud, { ...key, secretAccessKey: 'guessed' })
    const unknown = s3Client(cloud, { ...key, accessKeyId: 'nobody' })
    const bob = s3Client(cloud, await newKey(await cloud.person('bob')))
    const list = (who: s3.S3Client) => refused(who.send(new s3.ListObjectsV2Command({ Bucket: 'private' })))
    assert.deepEqual(await list(forged), ['SignatureDoesNotMatch', 403])
    assert.deepEqual(await list(unknown), ['SignatureDoesNotMatch', 403])
    assert.deepEqual(await list(bob), ['NoSuchBucket', 404])
    const reply = await fetch(`${cloud.url}/s3/private`)
    assert.equal(reply.status, 403)
    assert.match(await reply.text(), /<Error><Code>AccessDenied<\/Code>/)
    for (const one of [forged, unknown, bob]) one.destroy()
  })

  it('accepts presigned URLs until they expire', async () => {
    await makeBucket('signed')
    const of = { Bucket: 'signed', Key: 'doc' }
    const up = await getSignedUrl(client, new s3.PutObjectCommand(of), { expiresIn: 600 })
    assert.equal((await fetch(up, { method: 'PUT', body: 'by address' })).status, 200)
    const down = await getSignedUrl(
      client,
      new s3.GetObjectCommand({ ...of, ResponseContentType: 'text/else' }),
      { expiresIn: 600 },
    )
    const reply = await fetch(down)
    assert.deepEqual([await reply.text(), reply.headers.get('content-type')], ['by address', 'text/else'])
    assert.equal((await fetch(`${down}x`)).status, 403)
    const named = new s3.GetObjectCommand({ ...of, ResponseContentDisposition: 'filename=☃' })
    const odd = await fetch(await getSignedUrl(client, named, { expiresIn: 600 }))
    assert.deepEqual([odd.status, /<Code>(\w+)</.exec(await odd.text())?.[1]], [400, 'InvalidArgument'])
    const old = await getSignedUrl(client, new s3.GetObjectCommand(of), {
      ...{ expiresIn: 60, signingDate: new Date(Date.now() - 3_600_000) },
    })
    const late = await fetch(old)
    assert.equal(late.status, 403)
    assert.match(await late.text(), /<Code>ExpiredRequest<\/Code>/)
  })

  it('accepts no headers with a presigned URL that would change what was signed', async () => {
    await makeBucket('lent')
    await put('lent', 'secret', 'for ann only')
    const of = { Bucket: 'lent', Key: 'free' }
    const up = await getSignedUrl(client, new s3.PutObjectCommand(of), { expiresIn: 600 })
    for (const [name, value] of [
      ['x-amz-copy-source', '/lent/secret'],
      ['x-amz-acl', 'public-read'],
      ['x-amz-meta-by', 'nobody'],
      ['x-amz-tagging', 'a=b'],
    ] as const) {
      const reply = await fetch(up, { method: 'PUT', headers: { [name]: value } })
      assert.deepEqual(
        [reply.status, /<Code>(\w+)</.exec(await reply.text())?.[1]],
        [403, 'AccessDenied'],
        name,
      )
    }
    assert.deepEqual(await refused(get('lent', 'free')), ['NoSuchKey', 404])
    const told = new s3.PutObjectCommand({ ...of, Metadata: { by: 'ann' } })
    const signed = await getSignedUrl(client, told, {
      ...{ expiresIn: 600, unhoistableHeaders: new Set(['x-amz-meta-by']) },
    })
    const reply = await fetch(signed, { method: 'PUT', headers: { 'x-amz-meta-by': 'ann' }, body: 'text' })
    assert.equal(reply.status, 200)
    assert.deepEqual((await client.send(new s3.HeadObjectCommand(of))).Metadata, { by: 'ann' })
  })

  it('accepts streams with a trailing checksum, and refuses a wrong checksum', async () => {
    await makeBucket('streams')
    const bytes = randomBytes(3 * mebibyte)
    for (const ChecksumAlgorithm of ['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const) {
      const Body = Readable.from([bytes.subarray(0, mebibyte), bytes.subarray(mebibyte)])
      const asked = {
        Bucket: 'streams',
        Key: ChecksumAlgorithm,
        Body,
        ContentLength: bytes.length,
        ChecksumAlgorithm,
      }
      await client.send(new s3.PutObjectCommand(asked))
      const shown = await account.ask('HEAD', `/streams/${ChecksumAlgorithm}`)
      assert.deepEqual(
        [shown.headers.get('content-length'), shown.headers.get('content-encoding')],
        [String(bytes.length), null],
      )
    }
    await put('streams', 'counted', '123456789', { ChecksumCRC64NVME: 'rosUhgp5mIg=' })
    for (const sum of [{ ChecksumCRC32: 'AAAAAA==' }, { ChecksumCRC64NVME: 'AAAAAAAAAAA=' }])
      assert.deepEqual(await refused(put('streams', 'wrong', 'text', sum)), ['BadDigest', 400])
    assert.equal((await account.ask('HEAD', '/streams/wrong')).status, 404)
  })
})
