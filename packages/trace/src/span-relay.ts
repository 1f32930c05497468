import type { Bus, Subscription } from '@nimbo/bus/bus'
import type { Clock } from '@nimbo/kernel/clock'
import type { Json } from '@nimbo/kernel/json'
import type { Log } from '@nimbo/kernel/log'
import type { Span, SpanSink } from './span.ts'
import { type SpanBatches, spanBatches } from './span-batches.ts'

const topic = 'nimbo-spans'

/** For a process without access to the trace database, such as agents on compute hosts: sends its spans over the bus. */
export const relaySpans = (bus: Bus, { clock, log }: { clock: Clock; log: Log }): SpanBatches =>
  spanBatches({
    clock,
    log,
    destination: 'the bus',
    send: (spans) => bus.cast({ topic }, spans as unknown as Json),
  })

/** Receives relayed spans; several processes share the work. */
export const collectSpans = (bus: Bus, sink: SpanSink): Promise<Subscription> =>
  bus.listen({ topic }, async (message) => {
    for (const span of message as unknown as readonly Span[]) sink.record(span)
    return undefined
  })
