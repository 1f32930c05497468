import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { migrate } from '@nimbo/db/migrate'
import type { Clock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { testDatabase } from '@nimbo/testing/test-database'
import type { Span } from './span.ts'
import { spanStore } from './span-store.ts'
import { spanTable } from './span-table.ts'
import { type TraceTables, traceMigrations } from './trace-tables.ts'

const keepMs = 10_000
const start = 1_000_000

const setUp = async (t: TestContext) => {
  const { db, close } = await testDatabase<TraceTables>(traceMigrations)
  let now = start
  const timers: (() => void)[] = []
  const clock: Clock = {
    now: () => now,
    after: (_, callback) => {
      timers.push(callback)
      return () => void timers.splice(timers.indexOf(callback), 1)
    },
  }
  const warnings: object[] = []
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) }
  const store = spanStore(spanTable(db), { clock, log, keepMs })
  t.after(async () => {
    await store.close()
    await close()
  })
  return {
    db,
    store,
    timers,
    warnings,
    skip: (ms: number) => {
      now += ms
    },
  }
}

const spanOf = (number: number, more: Partial<Span> = {}): Span => ({
  traceId: 'a'.repeat(32),
  spanId: String(number).padStart(16, '0'),
  parentId: undefined,
  name: 'boot',
  service: 'nova-api',
  startedAt: start + number,
  durationMs: 1.5,
  status: 'ok',
  attributes: {},
  ...more,
})

test('recorded spans are read back unchanged, in the order of their starts, without waiting for a timer', async (t) => {
  const { store } = await setUp(t)
  const second = spanOf(2, {
    parentId: spanOf(1).spanId,
    status: 'error',
    attributes: { error: 'x', n: 1, b: true },
  })
  store.record(second)
  store.record(spanOf(1))
  store.record(spanOf(3, { traceId: 'b'.repeat(32) }))
  assert.deepEqual(await store.trace('a'.repeat(32)), [spanOf(1), second])
})

test('spans are found by their resource and name', async (t) => {
  const { store } = await setUp(t)
  const about = { attributes: { resource: 'server-1' } }
  for (const span of [spanOf(1, about), spanOf(2, { ...about, name: 'delete' }), spanOf(3)])
    store.record(span)
  assert.deepEqual(await store.about('server-1', 'boot'), [spanOf(1, about)])
})

test('spans recorded shortly after each other are written by one timer', async (t) => {
  const { store, timers, db } = await setUp(t)
  for (const number of [1, 2, 3]) store.record(spanOf(number))
  assert.equal(timers.length, 1)
  timers[0]?.()
  assert.equal(timers.length, 0)
  await store.trace('')
  const { count } = await db
    .selectFrom('spans')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(count, 3)
})

test('4,000 spans recorded at once are all written, in statements of a size that databases accept', async (t) => {
  const { store, warnings } = await setUp(t)
  for (let number = 0; number < 4_000; number += 1) store.record(spanOf(number))
  assert.equal((await store.trace('a'.repeat(32))).length, 4_000)
  assert.deepEqual(warnings, [])
})

test('spans are deleted after keepMs', async (t) => {
  const { store, skip } = await setUp(t)
  store.record(spanOf(1))
  assert.equal((await store.trace('a'.repeat(32))).length, 1)
  skip(70_000)
  store.record(spanOf(70_000))
  assert.deepEqual(await store.trace('a'.repeat(32)), [spanOf(70_000)])
})

test('many spans that are too old are deleted in portions, so that none holds up others for long', async (t) => {
  const { store, skip, db } = await setUp(t)
  const oldest = async (): Promise<string | undefined> =>
    (await db.selectFrom('spans').select('span_id').orderBy('started_at').limit(1).executeTakeFirst())
      ?.span_id
  for (let number = 0; number < 15_000; number += 1) store.record(spanOf(number))
  await store.trace('')
  skip(70_000)
  store.record(spanOf(70_000))
  await store.trace('')
  assert.equal(await oldest(), spanOf(10_000).spanId)
  store.record(spanOf(70_001))
  await store.trace('')
  assert.equal(await oldest(), spanOf(70_000).spanId)
})

test('a batch that cannot be written is logged and dropped, and the next one is written', async (t) => {
  const { store, warnings } = await setUp(t)
  store.record(spanOf(1))
  await store.trace('')
  store.record({ ...spanOf(3), name: null as unknown as string })
  await store.trace('')
  assert.equal(warnings.length, 1)
  store.record(spanOf(2))
  assert.equal((await store.trace('a'.repeat(32))).length, 2)
})

test('a span that is recorded twice is stored once', async (t) => {
  const { store, warnings } = await setUp(t)
  store.record(spanOf(1))
  await store.trace('')
  store.record(spanOf(1))
  store.record(spanOf(2))
  assert.equal((await store.trace('a'.repeat(32))).length, 2)
  assert.equal(warnings.length, 0)
})

test('spans written before the migration 0002-spans-by-trace are still found after it', async (t) => {
  const { '0001-spans': first } = traceMigrations
  const { db, close } = await testDatabase<TraceTables>({ '0001-spans': first })
  t.after(close)
  await db
    .insertInto('spans')
    .values({
      ...{
        span_id: 'b'.repeat(16),
        trace_id: 'a'.repeat(32),
        parent_id: null,
        name: 'boot',
        service: 'nova-api',
      },
      ...{ started_at: start, duration_ms: 1.5, status: 'ok', attributes: '{"n":1}', resource: 'server-1' },
    })
    .execute()
  await migrate(db, traceMigrations)
  const store = spanStore(spanTable(db), {
    clock: { now: () => start, after: () => () => {} },
    log: silentLog,
    keepMs,
  })
  assert.deepEqual(await store.about('server-1', 'boot'), await store.trace('a'.repeat(32)))
  assert.deepEqual(
    (await store.trace('a'.repeat(32))).map(({ attributes }) => attributes),
    [{ n: 1 }],
  )
})
