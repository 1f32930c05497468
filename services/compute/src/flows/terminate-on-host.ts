import type { Context } from '@nimbo/kernel/context'
import { DeadlineExceeded, withDeadline } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import type { FlowDeps, SpeaksToHosts } from './flow-deps.ts'
import { whileHostIsUp } from './while-host-is-up.ts'

interface OnHost {
  readonly serverId: ServerId
  readonly cellId: string
  readonly host: string
  /** How many milliseconds to wait for the host; if absent, as long as it is up. */
  readonly withinMs?: number
}

/**
 * Makes a host remove a server. A host that is down is skipped: when it is back, it asks which of its domains are still
 * valid and removes the others. A host whose hypervisor does not answer in time is skipped, too: it removes the server
 * as soon as the hypervisor answers.
 */
export const terminateOnHost = async (
  deps: SpeaksToHosts & Pick<FlowDeps, 'log' | 'clock'>,
  ctx: Context,
  { serverId, cellId, host, withinMs }: OnHost,
): Promise<void> => {
  const at = { cellId, host }
  const ask = async () => (await deps.agent(at)).terminateServer(ctx, { serverId })
  try {
    await whileHostIsUp(deps, at, () =>
      withinMs === undefined ? ask() : withDeadline('removing a server', withinMs, ask(), deps.clock),
    )
  } catch (error) {
    if (!isFault(error, 'ComputeHostDown') && !(error instanceof DeadlineExceeded)) throw error
    deps.log.warn(
      { serverId, host, error },
      'a host did not remove a server; the cloud continues without its answer',
    )
  }
}
