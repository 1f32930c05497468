/** A time in Cinder's format: UTC with microseconds, without a zone. */
export const wireTime = (instant: string): string => instant.replace(/Z$/, '000')
