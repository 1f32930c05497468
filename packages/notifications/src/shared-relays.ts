import type { DialectAdapter } from 'kysely'
import type { Relay } from './relay.ts'

/** The relays of one process. Roles that write to the same outbox share one: several would only wait for each other's lease. */
export interface SharedRelays {
  /**
   * The relay of a database, identified by the dialect adapter that its connections and transactions share; `open` creates it at
   * the first call. It runs until everyone who took it has stopped it.
   */
  take(adapter: DialectAdapter, open: () => Relay): Relay
}

interface Held {
  readonly relay: Relay
  holders: number
  isStarted: boolean
}

/**
 * With `listening` no relay starts before it resolves: subscribers in this process would miss what is sent before they have
 * subscribed.
 */
export const sharedRelays = (listening?: Promise<void>): SharedRelays => {
  const held = new Map<DialectAdapter, Held>()
  return {
    take: (adapter, open) => {
      const one = held.get(adapter) ?? { relay: open(), holders: 0, isStarted: false }
      held.set(adapter, one)
      one.holders += 1
      const { relay } = one
      return {
        start: () => {
          if (one.isStarted) return
          one.isStarted = true
          if (listening === undefined) relay.start()
          else void listening.then(relay.start)
        },
        wake: relay.wake,
        idle: relay.idle,
        stop: async () => {
          one.holders -= 1
          if (one.holders > 0) return
          held.delete(adapter)
          await relay.stop()
        },
      }
    },
  }
}
