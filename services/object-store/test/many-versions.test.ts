import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListingQuery } from '../src/db/listing.ts'
import type { ObjectVersionRow } from '../src/db/tables.ts'
import { container, startStore } from './store-of-one-container.ts'

/** More than were once read of all names of a page together. */
const many = 20_010
const batch = 1_000

const versionOf = (index: number): string => `${String(index).padStart(10, '0')}.00000`

test('all versions of an object are listed page by page, in both directions, however many there are', async () => {
  const { app, db, close } = await startStore()
  try {
    const row: Omit<ObjectVersionRow, 'version_id' | 'timestamp'> = {
      ...{ container_id: container.id, name: 'doc', etag: 'e', size: 1, content_type: 'text/plain' },
      ...{ headers: '{}', kind: 'bytes', blob: null, delete_at: null, is_marker: 0 },
    }
    for (let first = 1; first <= many; first += batch) {
      const indices = Array.from({ length: Math.min(batch, many - first + 1) }, (_, more) => first + more)
      const rows = indices.map((index) => ({
        ...row,
        ...{ version_id: versionOf(index), timestamp: versionOf(index) },
      }))
      await db.insertInto('object_versions').values(rows).execute()
    }
    const query: ListingQuery = {
      ...{ prefix: '', delimiter: '', marker: '', endMarker: '', reverse: false, limit: 3 },
    }
    const page = async (more: Partial<ListingQuery>, versionMarker = '') => {
      const listed = await app.listVersions(container.id, { ...query, ...more }, versionMarker)
      return listed.map((one) => one.kind === 'item' && [one.row.versionId, one.row.isLatest])
    }
    const older = (...indices: number[]) => indices.map((index) => [versionOf(index), false])
    assert.deepEqual(await page({}), [['null', true], ...older(many, many - 1)])
    assert.deepEqual(await page({ marker: 'doc' }, 'null'), older(many, many - 1, many - 2))
    assert.deepEqual(await page({ marker: 'doc' }, versionOf(3)), older(2, 1))
    assert.deepEqual(await page({ reverse: true }), older(1, 2, 3))
    const last = await page({ reverse: true, marker: 'doc' }, versionOf(many))
    assert.deepEqual(last, [['null', true]])
  } finally {
    await close()
  }
})
