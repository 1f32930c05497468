/** The instant so many hours ago, or ahead when negative. */
export const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
