import type { Bus } from '@nimbo/bus/bus'
import { tokenInvalidationRpc } from '@nimbo/contracts/identity/token-invalidations'
import { internalContext } from '@nimbo/kernel/context'
import { withDeadline } from '@nimbo/kernel/deadline'
import type { Log } from '@nimbo/kernel/log'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { TokenInvalidations } from './token-invalidations.ts'

/** Whoever changes a password waits no longer than this for a broker; what could not be told is believed until it is asked about again. */
const tellWithinMs = 2_000

/** What is told in this process also goes to the others on the broker. */
export const toldOver = (bus: Bus, local: TokenInvalidations, log: Log): TokenInvalidations => {
  const { invalidated } = rpcClient(bus, tokenInvalidationRpc).on()
  return {
    listen: local.listen,
    tell: async (tokens) => {
      await local.tell(tokens)
      const telling = invalidated.fanout(internalContext(), tokens)
      await withDeadline('telling of tokens that hold no longer', tellWithinMs, telling).catch(
        (error: unknown) =>
          log.warn({ err: error }, 'other processes were not told of tokens that hold no longer'),
      )
    },
  }
}

/** What others on the broker tell is told in this process, until the bus is closed. */
export const hearFrom = async (bus: Bus, local: TokenInvalidations, log: Log): Promise<void> => {
  await serveRpc(bus, tokenInvalidationRpc, { log }, { invalidated: (_, tokens) => local.tell(tokens) })
}
