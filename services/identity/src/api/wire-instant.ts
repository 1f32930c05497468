/** `2026-01-31T12:00:00.000000`: in UTC, which it doesn't say, and with six digits of fraction. */
export const wireInstant = (instant: string | null): string | null =>
  instant === null ? null : instant.replace(/Z$/, '').replace(/\.\d+$/, (fraction) => fraction.padEnd(7, '0'))
