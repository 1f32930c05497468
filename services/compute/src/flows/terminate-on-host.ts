import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import type { FlowDeps, SpeaksToHosts } from './flow-deps.ts'

/**
 * Has a host remove a server. A host that is down is not waited for: when it comes back it asks which of its domains belong
 * to somebody, and removes the others.
 */
export const terminateOnHost = async (
  { agent, hostIsUp, log }: SpeaksToHosts & Pick<FlowDeps, 'log'>,
  ctx: Context,
  { serverId, cellId, host }: { readonly serverId: ServerId; readonly cellId: string; readonly host: string },
): Promise<void> => {
  if (!(await hostIsUp(cellId, host))) {
    log.warn({ serverId, host }, 'a server is deleted while its host is down')
    return
  }
  try {
    await agent(host).terminateServer(ctx, { serverId })
  } catch (error) {
    if (isFault(error, 'MessagingTimeout') && !(await hostIsUp(cellId, host))) return
    throw error
  }
}
