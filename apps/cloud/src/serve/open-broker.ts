import type { Bus } from '@nimbo/bus/bus'
import { memoryBus } from '@nimbo/bus/memory'
import { UserError } from '../user-error.ts'

/** A broker, and whether it can be reached now. */
export interface OpenBroker {
  readonly bus: Bus
  reachable(): boolean
}

/** Opens the broker at an address: `fake:` is one in the memory of this process, for roles that all run in it. */
export const openBroker = async (url: string): Promise<OpenBroker> => {
  const scheme = url.slice(0, url.indexOf(':'))
  if (scheme === 'fake') return { bus: memoryBus(), reachable: () => true }
  throw new UserError(`[DEFAULT] transport_url: there is no broker of the kind ${scheme}:`)
}
