/** The time so many hours ago; in the future if negative. */
export const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
