import { type Context, newSpanId } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { SpanAttributes, SpanSink } from './span.ts'
import { show, spanBegins, spanEnds } from './span-moments.ts'

/** Adds attributes to the span of the running work. */
export type Annotate = (attributes: SpanAttributes) => void

export interface Tracer {
  /**
   * Runs `work` in a child span of the caller's position and records its duration and result. The context passed to `work` points
   * to the new span: pass it on.
   */
  span<Result>(
    ctx: Context,
    name: string,
    work: (ctx: Context, annotate: Annotate) => Promise<Result>,
    attributes?: SpanAttributes,
  ): Promise<Result>
}

/** Constant for the life of the process, and slow to read. */
const { timeOrigin } = performance

/** Wall time with fractions of a millisecond, which keeps the order of spans within one millisecond. */
const preciseNow = (): number => timeOrigin + performance.now()

/** A tracer of one process role. */
export const tracer = (service: string, sink: SpanSink): Tracer => ({
  async span(ctx, name, work, attributes) {
    const { traceId, spanId: parentId } = ctx.trace
    const spanId = newSpanId()
    const learnt: Record<string, string | number | boolean> = { ...attributes }
    const startedAt = preciseNow()
    const shown = { traceId, spanId, parentId, name, service, attributes: learnt }
    try {
      if (spanBegins.hasSubscribers) await show(spanBegins, shown)
      const result = await work(
        { ...ctx, trace: { traceId, spanId } },
        (more) => void Object.assign(learnt, more),
      )
      if (spanEnds.hasSubscribers) await show(spanEnds, shown)
      sink.record({ ...shown, startedAt, durationMs: preciseNow() - startedAt, status: 'ok' })
      return result
    } catch (error) {
      learnt.error = messageOf(error)
      sink.record({ ...shown, startedAt, durationMs: preciseNow() - startedAt, status: 'error' })
      throw error
    }
  },
})
