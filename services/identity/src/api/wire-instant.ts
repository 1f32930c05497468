/** `2026-01-31T12:00:00.000000`: when a password expires has no zone, and is in UTC. */
export const wireInstant = (instant: string | null): string | null =>
  instant === null ? null : instant.replace(/Z$/, '000')
