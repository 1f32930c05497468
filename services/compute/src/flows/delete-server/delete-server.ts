import { flow } from '@nimbo/durable/flow'
import { instanceActions } from '../../db/instance-actions.ts'
import { instanceFaults } from '../../db/instance-faults.ts'
import { instances } from '../../db/instances.ts'
import { deleteServerFlow } from '../../domain/flow-kinds.ts'
import type { DeleteServer } from '../../domain/operations.ts'
import { eventOf } from '../action-events.ts'
import type { FlowDeps } from '../flow-deps.ts'
import { forgetServer } from '../forget-server.ts'
import { serverRecord } from '../server-record.ts'
import { release } from './release.ts'
import { stopBuild } from './stop-build.ts'
import { terminate } from './terminate.ts'

/** The way out of the cloud. A server that can't be removed stays in ERROR, and can be deleted again. */
export const deleteServer = flow<DeleteServer>(deleteServerFlow.name, {
  deadlineMs: deleteServerFlow.deadlineMs,
})
  .step(stopBuild)
  .step(terminate)
  .step(release)
  .onDone<FlowDeps>((ctx, { serverId }, deps) => forgetServer(deps, ctx, serverId))
  .onFailed<FlowDeps>(async (ctx, { serverId }, error, deps) => {
    const record = await serverRecord(deps, serverId)
    if (record === undefined) return
    const { message } = error
    await record.cell.transaction().execute(async (trx) => {
      await instances(trx, deps.clock).update(serverId, { vmState: 'error', taskState: null })
      await instanceFaults(trx, deps.clock).record(serverId, { code: 500, message })
      await instanceActions(trx, deps.clock).endEvent(ctx, serverId, eventOf.delete, {
        result: 'Error',
        message,
      })
    })
  })
