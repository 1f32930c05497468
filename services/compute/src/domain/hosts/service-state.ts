/** What decides whether a service is up. */
interface SignsOfLife {
  readonly last_seen_at: string | null
  readonly created_at: string
  readonly forced_down: number
}

/** The same, where it is known when the service was last seen, or else created. */
interface LastSign extends Pick<SignsOfLife, 'forced_down'> {
  readonly seen_at: string
}

/** Tells of each of many services what {@link isUp} tells of one. */
export const upSince = (silentBeforeMs: number): ((service: LastSign) => boolean) => {
  // Instants are stored so that they sort as text; before them all comes the empty one.
  const silentBefore =
    silentBeforeMs === Number.NEGATIVE_INFINITY ? '' : new Date(silentBeforeMs).toISOString()
  return ({ seen_at, forced_down }) => forced_down === 0 && seen_at >= silentBefore
}

/** Whether a service has sent a heartbeat at or after an instant and is not forced down. */
export const isUp = (
  { last_seen_at, created_at, forced_down }: SignsOfLife,
  silentBeforeMs: number,
): boolean => upSince(silentBeforeMs)({ seen_at: last_seen_at ?? created_at, forced_down })
