import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '@nimbo/kernel/context'
import type { Span } from './span.ts'
import { watchSpans } from './span-moments.ts'
import { formatTraceparent, parseTraceparent } from './traceparent.ts'
import { tracer } from './tracer.ts'

const ctx: Context = {
  requestId: 'req-1',
  roles: [],
  trace: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
}

const recorder = () => {
  const spans: Span[] = []
  return { spans, ...tracer('nova-api', { record: (span) => void spans.push(span) }) }
}

test('nested work makes nested spans, recorded from the inside out', async () => {
  const { span, spans } = recorder()
  const result = await span(ctx, 'outer', async (outer) => {
    await span(outer, 'first', async () => {})
    await span(outer, 'second', async () => {})
    return 42
  })
  assert.equal(result, 42)
  const [first, second, outer] = spans
  assert.deepEqual(
    spans.map(({ name }) => name),
    ['first', 'second', 'outer'],
  )
  assert.equal(outer?.parentId, ctx.trace.spanId)
  for (const inner of [first, second]) assert.equal(inner?.parentId, outer?.spanId)
  assert.ok(spans.every(({ traceId, service }) => traceId === ctx.trace.traceId && service === 'nova-api'))
  assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, 3)
  assert.ok((first?.startedAt ?? 0) <= (second?.startedAt ?? 0))
})

test('work that throws makes its span an error with the message, and still throws', async () => {
  const { span, spans } = recorder()
  const failure = new Error('no valid host')
  await assert.rejects(
    span(ctx, 'schedule', async () => Promise.reject(failure)),
    failure,
  )
  assert.deepEqual([spans[0]?.status, spans[0]?.attributes.error], ['error', 'no valid host'])
})

test('a span has the attributes given at its start and those added by the work', async () => {
  const { span, spans } = recorder()
  await span(ctx, 'x', async (_, annotate) => annotate({ hosts: 3 }), { resource: 'id', hosts: 0 })
  assert.deepEqual(spans[0]?.attributes, { resource: 'id', hosts: 3 })
})

test('a trace position is parsed from the header that is formatted from it', () => {
  assert.deepEqual(parseTraceparent(formatTraceparent(ctx.trace)), ctx.trace)
})

for (const header of [
  undefined,
  '',
  'nonsense',
  `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
  `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
  `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
])
  test(`a malformed traceparent header is ignored: ${header}`, () =>
    assert.equal(parseTraceparent(header), undefined))

test('watchSpans is called at the begin and end of a span, and can delay or fail its work', async (t) => {
  const { span, spans } = recorder()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const order: string[] = []
  const unwatch = watchSpans(
    ({ name, service, hold }) => {
      order.push(`${service} ${name} begins`)
      hold(gate)
    },
    ({ hold }) => hold(Promise.reject(new Error('told to fail'))),
  )
  t.after(unwatch)
  const done = span(ctx, 'spawn', async () => void order.push('works'))
  await new Promise(setImmediate)
  assert.deepEqual(order, ['nova-api spawn begins'])
  open()
  await assert.rejects(done, /told to fail/)
  assert.deepEqual(order, ['nova-api spawn begins', 'works'])
  assert.equal(spans[0]?.status, 'error')
})
