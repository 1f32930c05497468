/** `2026-01-31T12:00:00.000Z`, of an instant as the object store keeps it. */
export const isoOf = (timestamp: string): string =>
  new Date(Math.floor(Number(timestamp) * 1000)).toISOString()
