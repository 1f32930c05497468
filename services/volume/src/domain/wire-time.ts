/** A time in Cinder's format: UTC with microseconds, without a zone. */
export const wireTime = (instant: string): string => instant.replace(/Z$/, '000')

/** The time of the last change, in the same format; null if there was none since the creation. */
export const wireChange = (createdAt: string, updatedAt: string): string | null =>
  updatedAt === createdAt ? null : wireTime(updatedAt)
