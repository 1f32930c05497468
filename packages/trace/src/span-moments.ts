import { type Channel, channel } from 'node:diagnostics_channel'
import type { Span } from './span.ts'

/** A span at its beginning or at its end, as shown to whoever watches this process. */
export interface SpanMoment
  extends Pick<Span, 'traceId' | 'spanId' | 'parentId' | 'name' | 'service' | 'attributes'> {
  /** The work waits here until `until` resolves, and fails as it does: how a test comes between two lines of a flow. */
  hold(until: Promise<unknown>): void
}

export type SpanWatcher = (moment: SpanMoment) => void

/** Published before the work of a span is begun. */
export const spanBegins = channel('nimbo.span.begins')

/** Published when the work of a span has succeeded, before anything that follows it. */
export const spanEnds = channel('nimbo.span.ends')

/** Watches every span of this process; returns what ends the watch. Without watchers nothing is published. */
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

/** Shows a span to those who watch, and resolves when none of them holds it any more. */
export const show = async (moments: Channel, span: Omit<SpanMoment, 'hold'>): Promise<void> => {
  const holds: Promise<unknown>[] = []
  const hold: SpanMoment['hold'] = (until) => void holds.push(until)
  moments.publish({ ...span, hold } satisfies SpanMoment)
  await Promise.all(holds)
}
