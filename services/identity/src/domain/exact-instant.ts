/** An instant, and its text in UTC with six digits of fraction, which is finer than the clock's milliseconds. */
export interface ExactInstant {
  readonly ms: number
  /** `2026-01-31T12:00:00.123456Z` */
  readonly text: string
}

/** Reads an instant of ISO 8601, in UTC unless it says otherwise; undefined for what is none. */
export const exactInstant = (text: string): ExactInstant | undefined => {
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  if (Number.isNaN(ms)) return undefined
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? []
  const microseconds = fraction.slice(3, 6).padEnd(3, '0')
  return { ms, text: new Date(ms).toISOString().replace('Z', `${microseconds}Z`) }
}
