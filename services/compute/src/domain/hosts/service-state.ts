/** What decides whether a service is up. */
interface SignsOfLife {
  readonly last_seen_at: string | null
  readonly created_at: string
  readonly forced_down: number
}

/** The same with one instant: when the service was last seen or, if it never was, created. */
interface LastSign extends Pick<SignsOfLife, 'forced_down'> {
  readonly seen_at: string
}

/** Like {@link isUp}, for checking many services against one instant. */
export const upSince = (silentBeforeMs: number): ((service: LastSign) => boolean) => {
  // Instants are stored so that they sort as text; the empty text sorts before all of them.
  const silentBefore =
    silentBeforeMs === Number.NEGATIVE_INFINITY ? '' : new Date(silentBeforeMs).toISOString()
  return ({ seen_at, forced_down }) => forced_down === 0 && seen_at >= silentBefore
}

/** Whether a service has sent a heartbeat at or after an instant and is not forced down. */
export const isUp = (
  { last_seen_at, created_at, forced_down }: SignsOfLife,
  silentBeforeMs: number,
): boolean => upSince(silentBeforeMs)({ seen_at: last_seen_at ?? created_at, forced_down })
