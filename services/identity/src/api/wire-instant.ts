/** Formats an instant as `2026-01-31T12:00:00.000000`: UTC without a suffix, with microseconds. */
export const wireInstant = (instant: string | null): string | null =>
  instant === null ? null : instant.replace(/Z$/, '').replace(/\.\d+$/, (fraction) => fraction.padEnd(7, '0'))
