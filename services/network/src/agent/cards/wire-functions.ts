import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { type Context, internalContext } from '@nimbo/kernel/context'
import type { SyncParts } from '../sync-parts.ts'
import { type ContextOf, tellServer, tryAgain } from '../tell-server.ts'

const isSet = async ({ functions, pending }: SyncParts, port: WiredPort): Promise<boolean> => {
  if (functions === undefined || !(await functions.setFunction(port))) return false
  pending.noLongerAwaited(port.id)
  return true
}

/**
 * Sets up the virtual functions that back ports, and reports to the server which are up. A function that does not exist yet is
 * looked for again in every round.
 */
export const wireFunctions = async (
  parts: SyncParts,
  ports: readonly WiredPort[],
  contexts: ReadonlyMap<string, Context>,
): Promise<void> => {
  const own = internalContext()
  const contextOf: ContextOf = (portId) => contexts.get(portId) ?? own
  const there = new Set<string>()
  const looked: WiredPort[] = []
  for (const port of ports)
    try {
      if (await isSet(parts, port)) there.add(port.id)
      else parts.pending.awaitDevice(port.device, port.id, contextOf(port.id))
      looked.push(port)
    } catch (error) {
      tryAgain(parts, port, contextOf(port.id), error)
    }
  await tellServer(parts, looked, there, contextOf)
}
