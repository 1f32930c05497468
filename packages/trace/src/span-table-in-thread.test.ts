import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { migrateDatabase, openDatabase } from '@nimbo/db/open-database'
import { manualClock } from '@nimbo/durable/manual-clock'
import { silentLog } from '@nimbo/kernel/log'
import type { Span } from './span.ts'
import { spanStore } from './span-store.ts'
import { spanTable } from './span-table.ts'
import { spanTableInThread } from './span-table-in-thread.ts'
import { type TraceTables, traceMigrations } from './trace-tables.ts'

const keepMs = 10_000
const traceId = 'a'.repeat(32)

/** A store whose table is in a thread, on a file that is migrated or still empty. */
const setUp = async (t: TestContext, { migrated = true } = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-spans-'))
  const url = `sqlite:${join(directory, 'traces.db')}`
  if (migrated) await migrateDatabase(url, traceMigrations)
  const clock = manualClock()
  const began = clock.now()
  const told: string[] = []
  const { promise: lost, resolve: tellLoss } = Promise.withResolvers<void>()
  const tell = (_: object, message: string): void => {
    told.push(message)
    if (message.endsWith('were lost')) tellLoss()
  }
  const log = { ...silentLog, warn: tell, error: tell }
  const store = spanStore(spanTableInThread({ url, clock, log }), { clock, log, keepMs })
  t.after(async () => {
    await store.close()
    await rm(directory, { recursive: true })
  })
  const span = (number: number, more: Partial<Span> = {}): Span => ({
    ...{ traceId, spanId: String(number).padStart(16, '0'), parentId: undefined, name: 'boot' },
    ...{
      service: 'nova-api',
      startedAt: began + number,
      durationMs: 1.5,
      status: 'ok',
      attributes: {},
    },
    ...more,
  })
  return { url, clock, told, lost, store, span }
}

test('recorded spans are read back unchanged, even if many still wait for the thread', async (t) => {
  const { store, span, told } = await setUp(t)
  const many = Array.from({ length: 1_000 }, (_, number) => span(number))
  for (const one of many) store.record(one)
  const last = span(1_000, {
    parentId: span(1).spanId,
    status: 'error',
    attributes: { resource: 'server-1', n: 1.5, b: true },
  })
  store.record(last)
  assert.deepEqual(await store.about('server-1', 'boot'), [last])
  assert.deepEqual(await store.trace(traceId), [...many, last])
  assert.deepEqual(told, [])
})

test('spans recorded before close are in the file after it', async (t) => {
  const { store, span, url } = await setUp(t)
  store.record(span(1))
  await store.close()
  const table = spanTable(await openDatabase<TraceTables>(url, traceMigrations, { schema: 'check' }))
  assert.deepEqual(await table.trace(traceId), [span(1)])
  await table.close()
})

test('a batch that cannot be written is logged and dropped, and the next one is written', async (t) => {
  const { store, span, told } = await setUp(t)
  store.record({ ...span(1), name: null as unknown as string })
  assert.deepEqual(await store.trace(traceId), [])
  assert.deepEqual(told, ['spans for the database were lost'])
  store.record(span(2))
  assert.deepEqual(await store.trace(traceId), [span(2)])
})

test('spans are deleted after keepMs', async (t) => {
  const { store, span, clock } = await setUp(t)
  store.record(span(1))
  assert.equal((await store.trace(traceId)).length, 1)
  clock.advance(70_000)
  store.record(span(70_000))
  assert.deepEqual(await store.trace(traceId), [span(70_000)])
})

test('the batch of a thread that dies is lost, and spans are stored again by the next thread', async (t) => {
  const { store, span, clock, told, lost, url } = await setUp(t, { migrated: false })
  store.record(span(1))
  clock.advance(250)
  await lost
  assert.deepEqual(told, ['the thread for spans died', 'spans for the database were lost'])
  await migrateDatabase(url, traceMigrations)
  store.record(span(2))
  const read = store.trace(traceId)
  clock.advance(1_000)
  assert.deepEqual(await read, [span(2)])
})

test('a thread that does not end in time is ended, and the store is closed', async (t) => {
  const { store, span, clock, told } = await setUp(t)
  store.record(span(1))
  let closed = false
  const closing = store.close().finally(() => {
    closed = true
  })
  // Its deadlines pass before the thread has even started.
  while (!closed) {
    clock.advance(10_000)
    await new Promise(setImmediate)
  }
  await closing
  assert.deepEqual(told, [
    'the last spans are lost',
    'spans for the database were lost',
    'the table of spans did not close',
  ])
})

test('a store that was never used closes without starting a thread', async (t) => {
  const { store, told } = await setUp(t, { migrated: false })
  await store.close()
  assert.deepEqual(told, [])
})
