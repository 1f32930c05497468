import type { SpanSink } from './span.ts'

/** Sends every span to each of the sinks. */
export const teeSpans = (...sinks: readonly SpanSink[]): SpanSink => ({
  record: (span) => {
    for (const sink of sinks) sink.record(span)
  },
})
