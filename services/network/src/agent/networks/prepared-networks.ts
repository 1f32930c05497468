import type { Clock } from '@nimbo/kernel/clock'

/** How long a network is kept without a wired port: long enough to bind the port, and for the next full resync to find it. */
const waitMs = 120_000

/**
 * Networks made for ports that are about to be bound: the hypervisor relies on their bridges, although no port is wired there
 * yet. Identified by the first 11 characters of their ids.
 */
export interface PreparedNetworks {
  add(shortId: string): void
  /** Ends the wait for a port of this network; from now on, its wired port shows that it is used. */
  wired(shortId: string): void
  /** The networks without a wired port so far; a network whose port never comes is given up after a while. */
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
