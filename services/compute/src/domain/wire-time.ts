/** `2026-01-31T12:00:00Z`: most instants on the wire. */
export const wireTime = (instant: string): string => `${instant.slice(0, 19)}Z`

/** `2026-01-31T12:00:00.000000`: the instants that Nova shows without a zone. */
export const wireTimeMicros = (instant: string): string => `${instant.slice(0, 23).padEnd(23, '0')}000`

/** As {@link wireTimeMicros}, where there may be none. */
export const wireTimeMicrosOrNull = (instant: string | null): string | null =>
  instant === null ? null : wireTimeMicros(instant)
