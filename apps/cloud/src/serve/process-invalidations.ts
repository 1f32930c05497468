import type { Bus } from '@nimbo/bus/bus'
import type { Log } from '@nimbo/kernel/log'
import { receiveInvalidations, invalidationsOver } from '@nimbo/service/fanout-invalidations'
import { type TokenInvalidations, tokenInvalidations } from '@nimbo/service/token-invalidations'

/** Delivers notifications about revoked tokens, from any broker, to the token caches of the APIs of a process. */
export interface ProcessInvalidations {
  /** For a service that uses this broker. */
  over(bus: Bus): Promise<TokenInvalidations>
  /** Clears the cache of validated tokens, since a notification may have been missed. */
  forgetAll(): void
}

/** `listens` is true for a process with APIs; others only send notifications. */
export const processInvalidations = (listens: boolean, log: Log): ProcessInvalidations => {
  const local = tokenInvalidations()
  const opened = new Map<Bus, Promise<TokenInvalidations>>()
  const open = async (bus: Bus): Promise<TokenInvalidations> => {
    if (listens) await receiveInvalidations(bus, local, log)
    return invalidationsOver(bus, local, log)
  }
  return {
    over: (bus) => {
      const known = opened.get(bus) ?? open(bus)
      opened.set(bus, known)
      return known
    },
    forgetAll: () => void local.tell({}),
  }
}
