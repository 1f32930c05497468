import type { Clock } from '@nimbo/kernel/clock'

/** Long enough for the port to be bound and for the next full resync to find it. */
const waitMs = 120_000

/**
 * Networks made for ports that are about to be bound: the hypervisor counts on their bridges although no port is wired there yet. By
 * the first 11 characters of their ids.
 */
export interface PreparedNetworks {
  add(shortId: string): void
  /** From now on its wired port shows that the network is used. */
  wired(shortId: string): void
  /** Those whose port has not been wired so far; one that never comes is given up after a while. */
  waiting(): readonly string[]
}

export const preparedNetworks = (clock: Clock): PreparedNetworks => {
  const until = new Map<string, number>()
  return {
    add: (shortId) => void until.set(shortId, clock.now() + waitMs),
    wired: (shortId) => void until.delete(shortId),
    waiting: () => {
      for (const [id, end] of until) if (end <= clock.now()) until.delete(id)
      return [...until.keys()]
    },
  }
}
