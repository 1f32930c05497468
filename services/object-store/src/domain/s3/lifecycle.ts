/** When objects of a bucket go by themselves. */
export interface LifecycleRule {
  readonly id?: string | undefined
  readonly isEnabled: boolean
  readonly prefix: string
  /** Days after an object was put, or an instant from which on all have gone. */
  readonly expiry: { readonly days: number } | { readonly date: string }
}

const dayMs = 86_400_000

/** Whether an object is past what the rule gives it: Amazon counts whole days and then waits for midnight, in UTC. */
export const isOver = ({ expiry }: LifecycleRule, putAtMs: number, nowMs: number): boolean => {
  if ('date' in expiry) return Date.parse(expiry.date) <= nowMs
  return Math.ceil((putAtMs + expiry.days * dayMs) / dayMs) * dayMs <= nowMs
}
