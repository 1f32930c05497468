/** Requests and bytes of one volume. */
export interface VolumeCounters {
  readonly reads: number
  readonly readBytes: number
  readonly writes: number
  readonly writeBytes: number
}

/** The counters of a volume: `current` as the hypervisor counts now, `earlier` from before it began anew. */
export interface VolumeUsage {
  readonly current: VolumeCounters
  readonly earlier: VolumeCounters
}

const nothing: VolumeCounters = { reads: 0, readBytes: 0, writes: 0, writeBytes: 0 }

const sum = (one: VolumeCounters, other: VolumeCounters): VolumeCounters => ({
  reads: one.reads + other.reads,
  readBytes: one.readBytes + other.readBytes,
  writes: one.writes + other.writes,
  writeBytes: one.writeBytes + other.writeBytes,
})

const isLower = (one: VolumeCounters, other: VolumeCounters): boolean =>
  one.reads < other.reads ||
  one.readBytes < other.readBytes ||
  one.writes < other.writes ||
  one.writeBytes < other.writeBytes

/**
 * The counters after the hypervisor counted again. Lower ones mean that it began anew, since the guest was started again or
 * moved; after `detached` it will.
 */
export const countedAgain = (
  known: VolumeUsage | undefined,
  counted: VolumeCounters,
  detached: boolean,
): VolumeUsage => {
  const { current, earlier } = known ?? { current: nothing, earlier: nothing }
  const before = isLower(counted, current) ? sum(earlier, current) : earlier
  return detached
    ? { current: nothing, earlier: sum(before, counted) }
    : { current: counted, earlier: before }
}

/** All that was ever done with the volume. */
export const totalOf = ({ current, earlier }: VolumeUsage): VolumeCounters => sum(earlier, current)
