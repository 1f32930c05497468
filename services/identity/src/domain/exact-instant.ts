/** An instant in milliseconds, and its text in UTC with microseconds. */
export interface ExactInstant {
  readonly ms: number
  /** `2026-01-31T12:00:00.123456Z` */
  readonly text: string
}

/** Parses ISO 8601, in UTC unless it has an offset; undefined for invalid text. */
export const exactInstant = (text: string): ExactInstant | undefined => {
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  if (Number.isNaN(ms)) return undefined
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? []
  const microseconds = fraction.slice(3, 6).padEnd(3, '0')
  return { ms, text: new Date(ms).toISOString().replace('Z', `${microseconds}Z`) }
}
