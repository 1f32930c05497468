import { step } from '@nimbo/durable/step'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import { beginPart } from '../action-parts.ts'
import type { FlowDeps, InCell, KeepsKeys, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { forgetLeftTpmKey } from '../moves/forget-left-tpm-key.ts'
import { moveOnHost } from '../moves/move-on-host.ts'
import { confirmPart } from '../moves/move-parts.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

/** The source host deletes the disks it kept; the key of a TPM that the server left with them is deleted too. */
export const forgetSource = step<EndResize, FlowDeps & InCell & KeepsKeys & SpeaksToHosts>()({
  name: 'forget-source',
  waitsOut: isOutage,
  run: async (ctx, { serverId, migrationId, source: { host, flavor }, destination }, deps) => {
    const { cell, server } = await serverThatMoves(deps, serverId)
    await beginPart(deps, cell, ctx, serverId, { ...confirmPart, host })
    await moveOnHost(deps, ctx, { serverId, host, move: { part: 'forget', migrationId } })
    await forgetLeftTpmKey(deps, ctx, server, { left: flavor, kept: destination.flavor })
  },
  nothingToUndo: 'the source cannot restore what it removed; a repetition finds nothing to remove',
})
