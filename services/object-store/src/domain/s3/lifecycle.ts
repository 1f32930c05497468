/** A rule that makes objects of a bucket expire. */
export interface LifecycleRule {
  readonly id?: string | undefined
  readonly isEnabled: boolean
  readonly prefix: string
  /** Days after an object was stored, or a date from which on all objects are expired. */
  readonly expiry: { readonly days: number } | { readonly date: string }
}

const dayMs = 86_400_000

/** Whether an object has expired: as at Amazon, the time is rounded up to the next midnight UTC. */
export const isOver = ({ expiry }: LifecycleRule, putAtMs: number, nowMs: number): boolean => {
  if ('date' in expiry) return Date.parse(expiry.date) <= nowMs
  return Math.ceil((putAtMs + expiry.days * dayMs) / dayMs) * dayMs <= nowMs
}
