import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, it } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import { newKey, s3Client } from '../../../services/object-store/test/s3-account.ts'

const partBytes = 5 * 1_048_576

inEachShape('the AWS SDK with the S3 API', {}, (cloud) => {
  let client: s3.S3Client
  const bytes = randomBytes(partBytes + 1000)
  before(async () => {
    const { admin } = cloud()
    const { body } = await admin.identity.get('/v3/auth/catalog')
    const { endpoints } = body.catalog.find(({ type }: { type: string }) => type === 's3')
    const endpoint = endpoints.find((one: { interface: string }) => one.interface === 'public').url
    client = s3Client({ url: '' }, await newKey(admin), { endpoint })
  })
  after(() => client.destroy())

  const saved = async (Key: string): Promise<Buffer> => {
    const { Body } = await client.send(new s3.GetObjectCommand({ Bucket: 'box', Key }))
    return Buffer.from((await Body?.transformToByteArray()) ?? [])
  }

  it('puts, tags, copies, uploads in parts, lists and deletes objects', async () => {
    await client.send(new s3.CreateBucketCommand({ Bucket: 'box' }))
    await client.send(new s3.PutObjectCommand({ Bucket: 'box', Key: 'noise', Body: bytes }))
    await client.send(new s3.CopyObjectCommand({ Bucket: 'box', Key: 'copy', CopySource: 'box/noise' }))
    assert.ok(bytes.equals(await saved('copy')))
    const TagSet = [{ Key: 'stage', Value: 'one & two' }]
    const noise = { Bucket: 'box', Key: 'noise' }
    await client.send(new s3.PutObjectTaggingCommand({ ...noise, Tagging: { TagSet } }))
    assert.deepEqual((await client.send(new s3.GetObjectTaggingCommand(noise))).TagSet, TagSet)
    assert.equal((await client.send(new s3.GetObjectCommand(noise))).TagCount, 1)
    await client.send(new s3.DeleteObjectTaggingCommand(noise))
    assert.deepEqual((await client.send(new s3.GetObjectTaggingCommand(noise))).TagSet, [])
    const at = { Bucket: 'box', Key: 'parts' }
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(at))
    const Parts = await Promise.all(
      [bytes.subarray(0, partBytes), bytes.subarray(partBytes)].map(async (Body, index) => {
        const PartNumber = index + 1
        const { ETag } = await client.send(new s3.UploadPartCommand({ ...at, UploadId, PartNumber, Body }))
        return { PartNumber, ETag }
      }),
    )
    const MultipartUpload = { Parts }
    await client.send(new s3.CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload }))
    assert.ok(bytes.equals(await saved('parts')))
    const { Contents = [] } = await client.send(new s3.ListObjectsV2Command({ Bucket: 'box' }))
    assert.deepEqual(
      Contents.map(({ Key, Size }) => [Key, Size]),
      ['copy', 'noise', 'parts'].map((key) => [key, bytes.length]),
    )
    const Delete = { Objects: Contents.map(({ Key }) => ({ Key })) }
    await client.send(new s3.DeleteObjectsCommand({ Bucket: 'box', Delete }))
    await client.send(new s3.DeleteBucketCommand({ Bucket: 'box' }))
  })
})
