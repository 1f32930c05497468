/** Formats an object store timestamp as `2026-01-31T12:00:00.000Z`. */
export const isoOf = (timestamp: string): string =>
  new Date(Math.floor(Number(timestamp) * 1000)).toISOString()
