import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearAbandoned } from '@nimbo/object-store/tasks/clear-abandoned'
import { startStore } from './store-of-one-container.ts'

test('bytes that cannot be removed, however many, do not keep others from being removed', async () => {
  const { app, db, close } = await startStore()
  try {
    const stuck = Array.from({ length: 1000 }, (_, index) => ({ id: `stuck-${index}`, until: '' }))
    await db.insertInto('blobs_in_doubt').values(stuck).execute()
    await app.blobsInDoubt.add('unwanted', '')
    const remove = async (id: string): Promise<void> => {
      if (id.startsWith('stuck')) throw new Error('the disk is not there')
    }
    const signal = new AbortController().signal
    await clearAbandoned({ ...app, bytes: { ...app.bytes, remove } })(signal)
    const left = await app.blobsInDoubt.before('9', 2000)
    assert.deepEqual([left.length, left.some(({ id }) => id === 'unwanted')], [1000, false])
    await clearAbandoned(app)(signal)
    assert.deepEqual(await app.blobsInDoubt.before('9', 2000), [])
  } finally {
    await close()
  }
})
