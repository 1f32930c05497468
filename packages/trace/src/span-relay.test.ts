import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryBus } from '@nimbo/bus/memory'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext, newTracePosition } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import type { Span } from './span.ts'
import { collectSpans, relaySpans } from './span-relay.ts'
import { tracer } from './tracer.ts'

describe('spans of a process without a database of traces', () => {
  it('reach a process that has one, unchanged', async () => {
    const bus = memoryBus()
    const collected: Span[] = []
    await collectSpans(bus, { record: (span) => void collected.push(span) })
    const recorded: Span[] = []
    const relay = relaySpans(bus, { clock: systemClock, log: silentLog })
    const both = { record: (span: Span) => [relay.record(span), recorded.push(span)] }
    const spans = tracer('nova-compute', both)
    const ctx = { ...internalContext(), trace: newTracePosition() }
    await spans.span(ctx, 'spawn', async () => {}, { resource: 'a-server' })
    await assert.rejects(spans.span(ctx, 'plug', async () => Promise.reject(new Error('no bridge'))))
    await relay.flush()
    await bus.idle()
    assert.equal(collected.length, 2)
    assert.deepEqual(collected, JSON.parse(JSON.stringify(recorded)))
    await bus.close()
  })
})
