/** What decides whether a service is up. */
interface SignsOfLife {
  readonly last_seen_at: string | null
  readonly created_at: string
  readonly forced_down: number
}

/** Whether a service has sent a heartbeat at or after an instant and is not forced down. */
export const isUp = (service: SignsOfLife, silentBeforeMs: number): boolean => {
  const lastSeenMs = Date.parse(service.last_seen_at ?? service.created_at)
  return service.forced_down === 0 && lastSeenMs >= silentBeforeMs
}
