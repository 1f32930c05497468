import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import { step } from '@nimbo/durable/step'
import { claimFor } from '../../domain/move-claim.ts'
import type { ResizeServer } from '../../domain/server-actions/operations.ts'
import { bindWith } from '../../resources/port-allocations.ts'
import { beginPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, InCell, KeepsKeys, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { forgetLeftTpmKey } from '../moves/forget-left-tpm-key.ts'
import { freeVolumes } from '../moves/free-volumes.ts'
import { moveOnHost, moveOnHostIfUp } from '../moves/move-on-host.ts'
import { settlePart } from '../moves/move-parts.ts'
import { serverThatMoves, showMove } from '../moves/server-that-moves.ts'
import { serverInCell } from '../server-record.ts'

type Deps = FlowDeps & InCell & KeepsKeys & SpeaksToHosts & Pick<HoldsParts, 'network' | 'volume'>

/** The destination creates the server from the disks kept by the source. */
export const settle = step<ResizeServer & { readonly destination: Destination }, Deps>()({
  name: 'settle',
  waitsOut: isOutage,
  run: async (
    ctx,
    { serverId, source, destination: { host, node, portAllocations }, flavor, running },
    deps,
  ): Promise<{ readonly moved: Moved }> => {
    const record = await serverThatMoves(deps, serverId)
    await showMove(deps, ctx, record, { from: ['resize_migrated', 'resize_finish'], to: 'resize_finish' })
    await beginPart(deps, record.cell, ctx, serverId, { ...settlePart, host })
    const { server, fromVolume } = record
    const { imageProperties } = server
    const claim = claimFor({ id: serverId, node, flavor, imageProperties, fromVolume })
    await bindWith(deps.network, ctx, { host, portAllocations })
    const move = { part: 'take-over', claim, from: source.host, running } as const
    return { moved: await moveOnHost(deps, ctx, { serverId, host, move }) }
  },
  undo: async (ctx, { serverId, source, destination: { host }, flavor }, deps) => {
    await moveOnHostIfUp(deps, ctx, { serverId, host, move: { part: 'abandon', claimId: serverId } })
    const record = await serverInCell(deps, serverId)
    if (record === undefined) return
    await freeVolumes(deps, ctx, record)
    await forgetLeftTpmKey(deps, ctx, record.server, { left: flavor, kept: source.flavor })
  },
})
