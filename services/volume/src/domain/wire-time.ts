/** A time in Cinder's format: UTC with microseconds, without a zone. */
export const wireTime = (instant: string): string => instant.replace(/Z$/, '000')

/** When something was last changed, in the same format; null if it was not since it was made. */
export const wireChange = (createdAt: string, updatedAt: string): string | null =>
  updatedAt === createdAt ? null : wireTime(updatedAt)
