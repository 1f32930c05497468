import type { Metadata } from './metadata.ts'

/** System metadata of a static large object: the size of its stored manifest in bytes. */
export const manifestSize = 'x-object-sysmeta-slo-manifest-size'

/**
 * The bytes that an object adds to the counters of its container and to what quotas limit: those that are stored for itself. The
 * segments of a large object count in their own container.
 */
export const countedBytes = ({
  headers,
  size,
}: {
  readonly headers: Metadata
  readonly size: number
}): number => Number(headers[manifestSize] ?? size)
