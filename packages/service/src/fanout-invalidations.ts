import type { Bus } from '@nimbo/bus/bus'
import { tokenInvalidationRpc } from '@nimbo/contracts/identity/token-invalidations'
import { internalContext } from '@nimbo/kernel/context'
import { withDeadline } from '@nimbo/kernel/deadline'
import type { Log } from '@nimbo/kernel/log'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { TokenInvalidations } from './token-invalidations.ts'

/**
 * How long the caller, such as a change of password, waits for the broker, in ms. Processes that were not notified accept the
 * token from their caches until they validate it again.
 */
const tellWithinMs = 2_000

/** Sends this process's invalidations to others over the bus. */
export const invalidationsOver = (bus: Bus, local: TokenInvalidations, log: Log): TokenInvalidations => {
  const { invalidated } = rpcClient(bus, tokenInvalidationRpc).on()
  return {
    listen: local.listen,
    tell: async (tokens) => {
      await local.tell(tokens)
      const telling = invalidated.fanout(internalContext(), tokens)
      await withDeadline('telling of tokens that hold no longer', tellWithinMs, telling).catch(
        (error: unknown) => log.warn({ error }, 'other processes were not notified of invalidated tokens'),
      )
    },
  }
}

/** Applies invalidations of other processes to this one, until the bus is closed. */
export const receiveInvalidations = async (bus: Bus, local: TokenInvalidations, log: Log): Promise<void> => {
  await serveRpc(bus, tokenInvalidationRpc, { log }, { invalidated: (_, tokens) => local.tell(tokens) })
}
