import { type Park, retryIn } from '@nimbo/durable/park'
import type { Context } from '@nimbo/kernel/context'
import { Fault, isFault } from '@nimbo/kernel/errors'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { serverInCell } from '../server-record.ts'
import { whileHostIsUp } from '../while-host-is-up.ts'

/** How often a host that is up is asked, and the pauses until it is up or asked again. */
const attempts = 5
const untilUpMs = 5_000
const pauseMs = 2_000

/**
 * Makes the host thaw the file systems of a server. Asks to be called again while the host is down, and a few times when the
 * guest does not answer: it may have had no agent to freeze it either. Throws in an outage.
 */
export const thawGuest = async (
  deps: FlowDeps & InCell & SpeaksToHosts,
  ctx: Context,
  serverId: Parameters<Awaited<ReturnType<SpeaksToHosts['agent']>>['thawServer']>[1]['serverId'],
  attempt: number,
): Promise<Park | undefined> => {
  const record = await serverInCell(deps, serverId)
  const host = record?.server.host
  if (record === undefined || host == null) return undefined
  const there = { cellId: record.cellId, host }
  try {
    await whileHostIsUp(deps, there, async () => (await deps.agent(there)).thawServer(ctx, { serverId }))
    return undefined
  } catch (error) {
    if (isFault(error, 'ComputeHostDown')) return retryIn(untilUpMs)
    if (error instanceof Fault && isOutage(error)) throw error
    if (attempt < attempts) return retryIn(pauseMs)
    deps.log.error({ serverId, error }, 'the file systems of a guest could not be thawed')
    return undefined
  }
}
