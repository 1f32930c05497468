import { type Context, newSpanId } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { SpanAttributes, SpanSink } from './span.ts'
import { show, spanBegins, spanEnds } from './span-moments.ts'

/** Lets work add to its own span what it only learns on the way. */
export type Annotate = (attributes: SpanAttributes) => void

export interface Tracer {
  /**
   * Runs `work` as a child of the caller's position and records how long it took and how it ended. The context handed
   * to `work` stands at the new span: pass it on, so that what happens below hangs below.
   */
  span<Result>(
    ctx: Context,
    name: string,
    work: (ctx: Context, annotate: Annotate) => Promise<Result>,
    attributes?: SpanAttributes,
  ): Promise<Result>
}

/** The same as long as the process lives; to ask for it takes as long as to ask for the time. */
const { timeOrigin } = performance

/** Wall time with fractions of a millisecond, so that hops within one millisecond keep their order. */
const preciseNow = (): number => timeOrigin + performance.now()

/** A tracer that speaks for one process role. */
export const tracer = (service: string, sink: SpanSink): Tracer => ({
  async span(ctx, name, work, attributes) {
    const { traceId, spanId: parentId } = ctx.trace
    const spanId = newSpanId()
    const learnt: Record<string, string | number | boolean> = { ...attributes }
    const startedAt = preciseNow()
    const shown = () => ({ traceId, spanId, parentId, name, service, attributes: learnt })
    const record = (status: 'ok' | 'error'): void => {
      const durationMs = preciseNow() - startedAt
      sink.record({
        traceId,
        spanId,
        parentId,
        name,
        service,
        startedAt,
        durationMs,
        status,
        attributes: learnt,
      })
    }
    try {
      if (spanBegins.hasSubscribers) await show(spanBegins, shown())
      const result = await work(
        { ...ctx, trace: { traceId, spanId } },
        (more) => void Object.assign(learnt, more),
      )
      if (spanEnds.hasSubscribers) await show(spanEnds, shown())
      record('ok')
      return result
    } catch (error) {
      learnt.error = messageOf(error)
      record('error')
      throw error
    }
  },
})
