import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { silentLog } from '@nimbo/kernel/log'
import { testDatabase } from '@nimbo/testing/test-database'
import { holdUpload, uploadLeaseMs } from '../src/resources/data/hold-upload.ts'
import { migrations } from '../src/db/migrations.ts'
import type { ImageTables } from '../src/db/tables.ts'
import { type Uploads, uploads as uploadsIn } from '../src/resources/data/uploads.ts'
import type { ImageStores } from '../src/app/image-stores.ts'
import { lapsedUploadsLook } from '../src/resources/data/clear-lapsed-uploads.ts'

const upload = { imageId: 'image', id: 'upload' }

/** Renewals succeed, fail or throw as given; counts the calls. */
const uploadsThat = (...answers: readonly (boolean | Error)[]) => {
  let asked = 0
  const prolong = async (): Promise<boolean> => {
    const answer = answers[asked++] ?? true
    if (answer instanceof Error) throw answer
    return answer
  }
  return { uploads: { prolong } as unknown as Uploads, asked: () => asked }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function* endless() {
  for (;;) yield Buffer.from('x')
}

test('the lease of an upload is renewed until it is released, also after a renewal that failed', async () => {
  const clock = manualClock()
  const { uploads, asked } = uploadsThat(true, new Error('away'), true)
  const held = holdUpload({ uploads, clock, log: silentLog }, upload)
  for (let third = 0; third < 3; third += 1) {
    clock.advance(uploadLeaseMs / 3)
    await turn()
  }
  assert.equal(asked(), 3)
  const data = held.guard(endless())[Symbol.asyncIterator]()
  assert.equal((await data.next()).done, false)
  held.release()
  clock.advance(uploadLeaseMs)
  await turn()
  assert.equal(asked(), 3)
})

test('an upload fails with UploadLost once its lease is lost', async () => {
  const clock = manualClock()
  const { uploads } = uploadsThat(false)
  const held = holdUpload({ uploads, clock, log: silentLog }, upload)
  const data = held.guard(endless())[Symbol.asyncIterator]()
  await data.next()
  clock.advance(uploadLeaseMs / 3)
  await turn()
  await assert.rejects(data.next(), { code: 'UploadLost' })
})

const data = { size: 1, virtualSize: 1, checksum: 'c', hashValue: 'h' }
const later = (clock: ReturnType<typeof manualClock>, ms: number) => new Date(clock.now() + ms).toISOString()

/** An image whose upload has just begun, and the periodic check of a process that started before. */
const begunUpload = async () => {
  const clock = manualClock()
  const { db, close } = await testDatabase<ImageTables>(migrations)
  const now = later(clock, 0)
  await db
    .insertInto('images')
    .values({
      ...{
        id: upload.imageId,
        name: 'n',
        status: 'queued',
        visibility: 'private',
        owner: 'o',
        disk_format: 'raw',
      },
      ...{ container_format: 'bare', min_disk: 0, min_ram: 0, protected: 0, hidden: 0, size: null },
      ...{
        virtual_size: null,
        checksum: null,
        hash_value: null,
        tags: '[]',
        properties: '{}',
        location: null,
      },
      addresses: '[]',
      ...{ stores: '[]', staged: null, import_task: null, importing_to: null, failed_imports: null },
      ...{ upload_id: null, upload_until: null, created_at: now, updated_at: now },
    })
    .execute()
  const uploads = uploadsIn(db)
  const formats = { diskFormat: 'raw', containerFormat: 'bare' } as const
  const until = later(clock, uploadLeaseMs)
  assert.ok(await uploads.begin(upload, { status: 'saving', formats, now, until }))
  const removed: string[] = []
  const stores = { forget: async (id: string) => void removed.push(id) } as unknown as ImageStores
  const look = lapsedUploadsLook({ uploads, stores, clock, log: silentLog })
  await look()
  const status = async () => (await db.selectFrom('images').select('status').executeTakeFirstOrThrow()).status
  return { clock, uploads, look, status, removed, [Symbol.asyncDispose]: close }
}

test('an upload is cleared if its lease has lapsed and is not renewed between two checks', async () => {
  await using story = await begunUpload()
  const { clock, uploads, look, status, removed } = story
  clock.advance(uploadLeaseMs - 1)
  await look()
  clock.advance(2)
  await look()
  assert.deepEqual([await status(), removed], ['saving', []])
  await look()
  assert.deepEqual([await status(), removed], ['queued', [upload.id]])
  assert.equal(await uploads.prolong(upload, later(clock, uploadLeaseMs)), false)
  assert.equal(await uploads.complete(upload, 'file', data, later(clock, 0)), false)
})

test('an upload whose lapsed lease is renewed between two checks continues', async () => {
  await using story = await begunUpload()
  const { clock, uploads, look, status, removed } = story
  clock.advance(10 * uploadLeaseMs)
  await look()
  assert.ok(await uploads.prolong(upload, later(clock, uploadLeaseMs)))
  await look()
  assert.deepEqual([await status(), removed], ['saving', []])
  assert.ok(await uploads.complete(upload, 'file', data, later(clock, 0)))
})

test('an upload that is being cleared cannot resume, and later checks complete an unfinished clearing', async () => {
  await using story = await begunUpload()
  const { clock, uploads, look, status } = story
  clock.advance(uploadLeaseMs + 1)
  const [lapsed] = await uploads.lapsedBefore(later(clock, 0), 1)
  assert.ok(lapsed)
  assert.ok(await uploads.end(lapsed))
  assert.equal(await uploads.prolong(upload, later(clock, uploadLeaseMs)), false)
  assert.equal(await uploads.complete(upload, 'file', data, later(clock, 0)), false)
  await look()
  await look()
  assert.equal(await status(), 'queued')
})
