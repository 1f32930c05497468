import { flow } from '@nimbo/durable/flow'
import { deleteServerFlow } from '../../domain/flow-kinds.ts'
import type { DeleteServer } from '../../domain/operations.ts'
import type { FlowDeps } from '../flow-deps.ts'
import { forgetServer } from '../forget-server.ts'
import { recordUndeletable } from './record-undeletable.ts'
import { release } from './release.ts'
import { stopBuild } from './stop-build.ts'
import { terminate } from './terminate.ts'

/** The way out of the cloud. */
export const deleteServer = flow<DeleteServer>(deleteServerFlow.name, {
  deadlineMs: deleteServerFlow.deadlineMs,
})
  .step(stopBuild)
  .step(terminate)
  .step(release)
  .onDone<FlowDeps>((ctx, { serverId }, deps) => forgetServer(deps, ctx, serverId))
  .onFailed<FlowDeps>(recordUndeletable)
