import { view } from '@nimbo/operation/content'
import { type Static, Type } from 'typebox'

/** An instant: ISO 8601, seconds since the epoch, or relative to now (`-1 day`). */
const Instant = Type.Union([Type.String(), Type.Number()])

/** A duration: seconds, `1:00:00`, `5 min`. */
export const Span = Type.Union([Type.String(), Type.Number()])

const Measure = Type.Object({ timestamp: Instant, value: Type.Number() })

export const Measures = Type.Array(Measure)

/** Start of the period, its granularity in seconds, and the value. */
const Point = Type.Unsafe<[instant: string, granularity: number, value: number | null]>({
  ...{ type: 'array', items: { type: ['string', 'number', 'null'] }, minItems: 3, maxItems: 3 },
})

export const Points = Type.Array(Point)

/** Pagination as in Gnocchi; the next page is in the header `Link`. */
export const paging = {
  limit: Type.Optional(Type.String()),
  marker: Type.Optional(Type.String()),
  sort: Type.Optional(Type.Array(Type.String())),
}

export const ArchivePolicy = view({
  name: Type.String(),
  back_window: Type.Integer(),
  aggregation_methods: Type.Array(Type.String()),
  definition: Type.Array(
    view({ granularity: Type.String(), points: Type.Integer(), timespan: Type.String() }),
  ),
})
export type ArchivePolicyView = Static<typeof ArchivePolicy>
