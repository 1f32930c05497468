import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { type HttpResponse, textOf } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import type { SwiftApp } from '@nimbo/object-store/app/app'
import { dropPartsInDoubt } from '@nimbo/object-store/tasks/drop-parts-in-doubt'
import { expireByLifecycle } from '@nimbo/object-store/tasks/expire-by-lifecycle'
import { abortUpload } from '../src/api/s3/multipart/abort-upload.ts'
import { completeUpload } from '../src/api/s3/multipart/complete-upload.ts'
import { createUpload } from '../src/api/s3/multipart/create-upload.ts'
import { putPart } from '../src/api/s3/multipart/put-part.ts'
import { deleteS3Object } from '../src/api/s3/object/delete-s3-object.ts'
import { getS3Object } from '../src/api/s3/object/get-s3-object.ts'
import { putS3Object } from '../src/api/s3/object/put-s3-object.ts'
import type { S3Request } from '../src/api/s3/s3-request.ts'
import { keptOfBucket } from '../src/domain/s3/system-metadata.ts'
import { askingS3For, container, startStore } from './store-of-one-container.ts'

const never = new AbortController().signal

const asking = (query: Readonly<Record<string, string>> = {}, body = ''): S3Request => ({
  ...askingS3For('doc'),
  ...{ query: new URLSearchParams(query), body: Readable.from([Buffer.from(body)]), size: body.length },
})

const between = (text: string, tag: string): string =>
  new RegExp(`<${tag}>(.*?)</${tag}>`).exec(text)?.[1] ?? ''

/** Starts a multipart upload of one part; returns how to complete it. */
const uploadPart = async (app: SwiftApp, text: string) => {
  const created = await createUpload(app)(asking({ uploads: '' }))
  const uploadId = between(String(await textOf(created.body)), 'UploadId')
  const { headers } = await putPart(app)(asking({ uploadId, partNumber: '1' }, text))
  const part = `<Part><PartNumber>1</PartNumber><ETag>${headers.etag ?? ''}</ETag></Part>`
  const document = `<CompleteMultipartUpload>${part}</CompleteMultipartUpload>`
  return {
    uploadId,
    complete: (on: SwiftApp): Promise<HttpResponse> => completeUpload(on)(asking({ uploadId }, document)),
  }
}

const partsLeft = async ({ containers, objects }: SwiftApp): Promise<readonly string[]> => {
  const segments = await containers.find(container.account, `${container.name}+segments`)
  return segments ? objects.names(segments.id, 10) : []
}

/** A process that dies right after its next transaction. */
const dyingAfterChange = (app: SwiftApp): SwiftApp => ({
  ...app,
  unit: async (work) => {
    await app.unit(work)
    throw new Error('the process died')
  },
})

/** The store as a request sees it while somebody does something right before the request's next transaction. */
const withWorkBefore = (app: SwiftApp, before: (on: SwiftApp) => Promise<unknown>): SwiftApp => {
  let isDone = false
  return {
    ...app,
    unit: async (work) => {
      if (!isDone) {
        isDone = true
        await before(app)
      }
      return app.unit(work)
    },
  }
}

const startWithMultipart = async () => {
  const store = await startStore()
  const { complete } = await uploadPart(store.app, 'large')
  await complete(store.app)
  assert.equal((await partsLeft(store.app)).length, 1)
  return store
}

const destroyers: Readonly<Record<string, (app: SwiftApp) => Promise<unknown>>> = {
  'a PUT': (app) => putS3Object(app)(asking({}, 'small')),
  'a DELETE': (app) => deleteS3Object(app)(asking()),
  'a DELETE of its version': (app) => deleteS3Object(app)(asking({ versionId: 'null' })),
}

describe('the parts of a multipart object', () => {
  for (const [name, destroy] of Object.entries(destroyers)) {
    it(`are removed later when the process dies while ${name} destroys the object`, async () => {
      const { app, close } = await startWithMultipart()
      await assert.rejects(destroy(dyingAfterChange(app)), /the process died/)
      assert.equal((await partsLeft(app)).length, 1)
      await dropPartsInDoubt(app)(never)
      assert.deepEqual(await partsLeft(app), [])
      assert.deepEqual(await app.uploadsInDoubt.after('', 10), [])
      await close()
    })

    it(`are removed when ${name} destroys an object that has just come`, async () => {
      const { app, close } = await startStore()
      const { complete } = await uploadPart(app, 'large')
      await destroy(withWorkBefore(app, complete))
      assert.deepEqual(await partsLeft(app), [])
      await close()
    })
  }

  it('are removed later when the process dies while a lifecycle rule deletes the object', async () => {
    const { app, clock, close } = await startWithMultipart()
    const rules = [{ isEnabled: true, prefix: '', expiry: { days: 1 } }]
    await app.containers.setMetadata(container.id, { [keptOfBucket.lifecycle]: JSON.stringify(rules) }, '2')
    clock.advance(3 * 86_400_000)
    await expireByLifecycle(dyingAfterChange(app))(never)
    await dropPartsInDoubt(app)(never)
    assert.deepEqual(await partsLeft(app), [])
    await close()
  })

  it('stay when the process dies while it completes the upload, even if the client then aborts it', async () => {
    const { app, close } = await startStore()
    const { uploadId, complete } = await uploadPart(app, 'large')
    await assert.rejects(complete(dyingAfterChange(app)), /the process died/)
    await abortUpload(app)(asking({ uploadId }))
    await dropPartsInDoubt(app)(never)
    const { body } = await getS3Object(app)(asking())
    assert.equal(await textOf(body), 'large')
    assert.deepEqual(await partsLeft(app), [`doc/${uploadId}/1`])
    await close()
  })

  it('are refused and removed when their upload is aborted while they arrive', async () => {
    const { app, close } = await startStore()
    const { uploadId } = await uploadPart(app, 'early')
    const aborting = withWorkBefore(app, (on) => abortUpload(on)(asking({ uploadId })))
    const late = putPart(aborting)(asking({ uploadId, partNumber: '2' }, 'late'))
    await assert.rejects(late, (error) => isFault(error, 'NoSuchUpload'))
    assert.deepEqual(await partsLeft(app), [])
    await close()
  })

  it('stay while another version consists of them, after its upload was completed twice at once', async () => {
    const { app, close } = await startStore()
    await app.containers.setMetadata(container.id, { 'x-versions-enabled': 'true' }, '2')
    const { uploadId, complete } = await uploadPart(app, 'large')
    const { headers } = await complete(withWorkBefore(app, complete))
    await deleteS3Object(app)(asking({ versionId: headers['x-amz-version-id'] ?? '' }))
    const [left] = await app.versions.ofUpload(container.id, 'doc', uploadId)
    const versionId = left?.versionId ?? ''
    const { body } = await getS3Object(app)(asking({ versionId }))
    assert.equal(await textOf(body), 'large')
    await deleteS3Object(app)(asking({ versionId }))
    assert.deepEqual(await partsLeft(app), [])
    await close()
  })
})
