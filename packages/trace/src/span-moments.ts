import { type Channel, channel } from 'node:diagnostics_channel'
import type { Span } from './span.ts'

/** The start or end of a span, as shown to observers in this process. */
export interface SpanMoment
  extends Pick<Span, 'traceId' | 'spanId' | 'parentId' | 'name' | 'service' | 'attributes'> {
  /** Delays the work until `until` resolves, or fails it like `until`, so that a test can act between two lines of a flow. */
  hold(until: Promise<unknown>): void
}

export type SpanWatcher = (moment: SpanMoment) => void

/** Published before a span's work starts. */
export const spanBegins = channel('nimbo.span.begins')

/** Published when a span's work has succeeded, before anything that follows. */
export const spanEnds = channel('nimbo.span.ends')

/** Observes every span of this process; returns a function that ends it. Without observers nothing is published. */
export const watchSpans = (begins: SpanWatcher, ends: SpanWatcher): (() => void) => {
  const beginning = (moment: unknown): void => begins(moment as SpanMoment)
  const ending = (moment: unknown): void => ends(moment as SpanMoment)
  spanBegins.subscribe(beginning)
  spanEnds.subscribe(ending)
  return () => {
    spanBegins.unsubscribe(beginning)
    spanEnds.unsubscribe(ending)
  }
}

/** Publishes a moment, and resolves when no observer delays it any more. */
export const show = async (moments: Channel, span: Omit<SpanMoment, 'hold'>): Promise<void> => {
  const holds: Promise<unknown>[] = []
  const hold: SpanMoment['hold'] = (until) => void holds.push(until)
  moments.publish({ ...span, hold } satisfies SpanMoment)
  await Promise.all(holds)
}
