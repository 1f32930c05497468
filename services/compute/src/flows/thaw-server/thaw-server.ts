import { allOrNone } from '@nimbo/db/all-or-none'
import { flow } from '@nimbo/durable/flow'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { EventEnd } from '../../db/servers/instance-actions.ts'
import { thawServerFlow } from '../../domain/flow-kinds.ts'
import type { ThawServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { awaitSnapshots } from './await-snapshots.ts'
import { thaw } from './thaw.ts'
import { endVolumeImage } from './volume-image-event.ts'

type Deps = FlowDeps & InCell

const end = async (ctx: Context, { serverId }: ThawServer, deps: Deps, how: EventEnd): Promise<void> => {
  const cell = await deps.databases.cell(deps.cellId)
  await allOrNone(cell, (trx) => endVolumeImage(deps)(trx, ctx, serverId, how))
}

/** Thaws a guest that was frozen for snapshots of its volumes, once these are complete; then the image is made. */
export const thawServer = flow<ThawServer>(thawServerFlow.name, { deadlineMs: thawServerFlow.deadlineMs })
  .step(awaitSnapshots)
  .step(thaw)
  .onDone((ctx, input, deps: Deps) => end(ctx, input, deps, { result: 'Success' }))
  .onFailed((ctx, input, { message }: Fault, deps: Deps) =>
    end(ctx, input, deps, { result: 'Error', message }),
  )
