import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import type { SwiftApp } from '@nimbo/object-store/app/app'
import { deleteObject } from '@nimbo/object-store/app/delete-object'
import { putObject } from '@nimbo/object-store/app/put-object'
import { removeContainer } from '@nimbo/object-store/app/remove-container'
import { expireByLifecycle } from '@nimbo/object-store/tasks/expire-by-lifecycle'
import { removeExpired } from '@nimbo/object-store/tasks/remove-expired'
import { keptOfBucket } from '../src/domain/s3/system-metadata.ts'
import { uploadObject } from '../src/api/object/upload-object.ts'
import { askingFor, container, put, startStore, take } from './store-of-one-container.ts'

/** The store as a task sees it while somebody puts a new object `doc` right before the task's next transaction. */
const withPutBeforeNextChange = (app: SwiftApp): SwiftApp => {
  let isPut = false
  return {
    ...app,
    unit: async (work) => {
      if (!isPut) {
        isPut = true
        await put(app, 'new')
      }
      return app.unit(work)
    },
  }
}

const textThere = async (app: SwiftApp): Promise<string | undefined> => {
  const object = await app.objects.find(container.id, 'doc')
  return object && (await textOf(await app.bytes.read(object.blob ?? '')))
}

describe('an object that replaces an expired one', () => {
  const startWithExpired = async () => {
    const store = await startStore()
    const object = await store.app.objects.find(container.id, 'doc')
    assert.ok(object)
    await store.app.objects.describe({ ...object, deleteAt: 1 })
    return store
  }

  it('is not removed with the expired ones', async () => {
    const { app, close } = await startWithExpired()
    await removeExpired(withPutBeforeNextChange(app))(new AbortController().signal)
    assert.equal(await textThere(app), 'new')
    await close()
  })

  it('is not deleted with its container', async () => {
    const { app, close } = await startWithExpired()
    assert.equal(await removeContainer(withPutBeforeNextChange(app), container.id), false)
    assert.equal(await textThere(app), 'new')
    await close()
  })
})

it('an object that replaces one that a lifecycle rule has expired is not deleted', async () => {
  const { app, clock, close } = await startStore()
  const rule = { isEnabled: true, prefix: '', expiry: { days: 1 } }
  await app.containers.setMetadata(container.id, { [keptOfBucket.lifecycle]: JSON.stringify([rule]) }, '2')
  clock.advance(3 * 86_400_000)
  await expireByLifecycle(withPutBeforeNextChange(app))(new AbortController().signal)
  assert.equal(await textThere(app), 'new')
  clock.advance(3 * 86_400_000)
  await expireByLifecycle(app)(new AbortController().signal)
  assert.equal(await textThere(app), undefined)
  await close()
})

it('of two uploads that may only create an object, the second is refused, even if both began without one', async () => {
  const { app, close } = await startStore()
  await deleteObject(app, container, 'doc')
  const headers = { 'if-none-match': '*', 'content-length': '4' }
  const upload = uploadObject(withPutBeforeNextChange(app))
  const late = upload({ ...askingFor('doc'), method: 'PUT', headers, body: 'late' })
  await assert.rejects(late, (error) => isFault(error, 'PreconditionFailed'))
  assert.equal(await textThere(app), 'new')
  const figures = await app.containers.find('AUTH_a', 'box')
  assert.deepEqual([figures?.objectCount, figures?.bytesUsed], [1, 3])
  await close()
})

it('a version in an archive container that somebody else has taken is not brought back a second time', async () => {
  const { app, close } = await startStore()
  const archive = { ...container, id: 'a', name: 'archive' }
  const stacked = { ...container, metadata: { 'x-versions-location': 'archive' } }
  await app.containers.create(archive)
  await app.containers.setMetadata(container.id, stacked.metadata, '2')
  const { etag, size, blob } = await take(app, 'second')
  const object = { name: 'doc', size, etag, contentType: 'a/b', headers: {}, deleteAt: null }
  await putObject(app, stacked, { ...object, kind: 'bytes' }, blob)
  const sharing: SwiftApp = {
    ...app,
    unit: (work) =>
      app.unit((records) => {
        const lastWith: typeof records.objects.lastWith = async (containerId, prefix) => {
          const last = await records.objects.lastWith(containerId, prefix)
          if (last) await records.objects.remove(containerId, last.name)
          return last
        }
        return work({ ...records, objects: { ...records.objects, lastWith } })
      }),
  }
  await deleteObject(sharing, stacked, 'doc')
  assert.equal(await textThere(app), undefined)
  await close()
})
