import { flow } from '@nimbo/durable/flow'
import { deleteServerFlow } from '../../domain/flow-kinds.ts'
import type { DeleteServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { forgetServerOf } from '../forget-server.ts'
import { recordUndeletable } from './record-undeletable.ts'
import { release } from './release.ts'
import { stopBuild } from './stop-build.ts'
import { terminate } from './terminate.ts'

/** Deletes a server. */
export const deleteServer = flow<DeleteServer>(deleteServerFlow.name, {
  deadlineMs: deleteServerFlow.deadlineMs,
})
  .step(stopBuild)
  .step(terminate)
  .step(release)
  .onDone<FlowDeps & InCell>((ctx, { serverId }, deps) => forgetServerOf(deps.cellId)(deps, ctx, serverId))
  .onFailed<FlowDeps & InCell>(recordUndeletable)
