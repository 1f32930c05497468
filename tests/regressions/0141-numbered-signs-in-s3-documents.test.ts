import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { newKey, s3Client } from '../../services/object-store/test/s3-account.ts'

test('CompleteMultipartUpload accepts ETags with numeric character references such as &#34;', async () => {
  await using cloud = await startTestCloud()
  const client = s3Client(cloud, await newKey(await cloud.person('ann')))
  const at = { Bucket: 'box', Key: 'doc' }
  await client.send(new s3.CreateBucketCommand(at))
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(at))
  const part = new s3.UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'hello' })
  const { ETag = '' } = await client.send(part)
  const url = await getSignedUrl(client, new s3.CompleteMultipartUploadCommand({ ...at, UploadId }))
  const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${ETag.replaceAll('"', '&#34;')}</ETag></Part></CompleteMultipartUpload>`
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/xml' } })
  assert.equal(answer.status, 200, await answer.text())
  const { ContentLength } = await client.send(new s3.HeadObjectCommand(at))
  assert.equal(ContentLength, 5)
  client.destroy()
})
