/** What says whether a service lives. */
interface SignsOfLife {
  readonly last_seen_at: string | null
  readonly created_at: string
  readonly forced_down: number
}

/**
 * Whether a service has been heard of within `downAfterMs`; one that an admin forced down is down. Who judges may not have
 * been there to hear: with `heardSinceMs` silence counts from then on.
 */
export const isUp = (
  service: SignsOfLife,
  nowMs: number,
  downAfterMs: number,
  heardSinceMs = Number.NEGATIVE_INFINITY,
): boolean => {
  const lastSeenMs = Date.parse(service.last_seen_at ?? service.created_at)
  return service.forced_down === 0 && nowMs - Math.max(lastSeenMs, heardSinceMs) <= downAfterMs
}
