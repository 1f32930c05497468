import type { Bus } from '@nimbo/bus/bus'
import type { Log } from '@nimbo/kernel/log'
import { hearFrom, toldOver } from '@nimbo/service/fanout-invalidations'
import { type TokenInvalidations, tokenInvalidations } from '@nimbo/service/token-invalidations'

/** What the doors of a process hear of tokens that hold no longer, over which broker ever it comes. */
export interface ProcessInvalidations {
  /** For a service that speaks and hears over this broker. */
  over(bus: Bus): Promise<TokenInvalidations>
  /** Something may have gone unheard: all tokens are asked about anew. */
  forgetAll(): void
}

/** A process that `listens` has doors; others need not be told. */
export const processInvalidations = (listens: boolean, log: Log): ProcessInvalidations => {
  const local = tokenInvalidations()
  const opened = new Map<Bus, Promise<TokenInvalidations>>()
  const open = async (bus: Bus): Promise<TokenInvalidations> => {
    if (listens) await hearFrom(bus, local, log)
    return toldOver(bus, local, log)
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
