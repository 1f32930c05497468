/** The usual timestamp format: `2026-01-31T12:00:00Z`. */
export const wireTime = (instant: string): string => `${instant.slice(0, 19)}Z`

/** The format of audit periods: `2026-01-31 12:00:00`. */
export const wireTimeSpaced = (instant: string): string => instant.slice(0, 19).replace('T', ' ')

/** The format of Nova's timestamps without a zone: `2026-01-31T12:00:00.000000`. */
export const wireTimeMicros = (instant: string): string => `${instant.slice(0, 23).padEnd(23, '0')}000`

/** As {@link wireTimeMicros}; null stays null. */
export const wireTimeMicrosOrNull = (instant: string | null): string | null =>
  instant === null ? null : wireTimeMicros(instant)
