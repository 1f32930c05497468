import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  NetworkSegmentRangeNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Network Segment Range ${id} could not be found.`,
  ),
  NetworkSegmentRangeNetTypeNotSupported: fault<{ type: string }>(
    'badRequest',
    ({ type }) => `Network type ${type} does not support network segment ranges.`,
  ),
  NetworkSegmentRangeReferencedByProject: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Network Segment Range ${id} is referenced by one or more project networks.`,
  ),
  NetworkSegmentRangeDefaultReadOnly: fault<{ id: string }>(
    'badRequest',
    ({ id }) =>
      `Network Segment Range ${id} is a default segment range which could not be updated or deleted.`,
  ),
  NetworkSegmentRangeOverlaps: fault<{ ids: readonly string[] }>(
    'conflict',
    ({ ids }) => `Network segment range overlaps with range(s) with id ${ids.join(', ')}`,
  ),
})
