import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import { step } from '@nimbo/durable/step'
import { claimFor } from '../../domain/move-claim.ts'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import { beginPart } from '../action-parts.ts'
import { bindAsHeld } from '../../resources/port-allocations.ts'
import type { FlowDeps, HoldsParts, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { moveOnHost } from '../moves/move-on-host.ts'
import { finishRevertPart } from '../moves/move-parts.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

type Deps = FlowDeps & InCell & SpeaksToHosts & Pick<HoldsParts, 'network' | 'placement'>

/** The source restores the disks it kept. */
export const returnToSource = step<EndResize, Deps>()({
  name: 'return-to-source',
  waitsOut: isOutage,
  run: async (
    ctx,
    { serverId, migrationId, source: { host, node, flavor }, running },
    deps,
  ): Promise<{ readonly moved: Moved }> => {
    const { server, cell, fromVolume } = await serverThatMoves(deps, serverId)
    await beginPart(deps, cell, ctx, serverId, { ...finishRevertPart, host })
    const { imageProperties } = server
    const claim = claimFor({ id: serverId, node, flavor, imageProperties, fromVolume })
    // The migration holds the old claim, unless an earlier attempt returned it to the server already.
    await bindAsHeld(deps, ctx, { serverId, host, holders: [migrationId, serverId] })
    const move = { part: 'bring-back', claim, migrationId, running } as const
    return { moved: await moveOnHost(deps, ctx, { serverId, host, move }) }
  },
  nothingToUndo: 'the destination has no copy of the server any more',
})
