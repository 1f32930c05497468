import type { Moved, MovePart } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { whileHostIsUp } from '../while-host-is-up.ts'

interface OnHost {
  readonly serverId: ServerId
  readonly host: string
  readonly move: MovePart
}

type Deps = FlowDeps & InCell & SpeaksToHosts

/** Makes a host do its part of a move. Throws `ComputeHostDown` when it is down or goes down meanwhile. */
export const moveOnHost = (deps: Deps, ctx: Context, { serverId, host, move }: OnHost): Promise<Moved> => {
  const there = { cellId: deps.cellId, host }
  return deps.tracer.span(
    ctx,
    `call-${move.part}`,
    (at) =>
      whileHostIsUp(deps, there, async () => (await deps.agent(there)).moveServer(at, { serverId, move })),
    { resource: serverId, host },
  )
}

/** Like `moveOnHost`, but skips a host that is down: when it is back, it removes servers that do not belong to it. */
export const moveOnHostIfUp = async (deps: Deps, ctx: Context, on: OnHost): Promise<void> => {
  try {
    await moveOnHost(deps, ctx, on)
  } catch (error) {
    if (!isFault(error, 'ComputeHostDown')) throw error
    deps.log.warn(
      { serverId: on.serverId, host: on.host, part: on.move.part },
      'a host is down; its part of a move is skipped',
    )
  }
}
