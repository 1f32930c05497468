import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import type { FlowDeps, SpeaksToHosts } from './flow-deps.ts'
import { whileHostIsUp } from './while-host-is-up.ts'

/**
 * Has a host remove a server. A host that is down is skipped: when it is back, it asks which of its domains are still valid and
 * removes the others.
 */
export const terminateOnHost = async (
  deps: SpeaksToHosts & Pick<FlowDeps, 'log' | 'clock'>,
  ctx: Context,
  { serverId, cellId, host }: { readonly serverId: ServerId; readonly cellId: string; readonly host: string },
): Promise<void> => {
  try {
    const at = { cellId, host }
    await whileHostIsUp(deps, at, async () => (await deps.agent(at)).terminateServer(ctx, { serverId }))
  } catch (error) {
    if (!isFault(error, 'ComputeHostDown')) throw error
    deps.log.warn({ serverId, host }, 'a server is taken from a host that is down')
  }
}
