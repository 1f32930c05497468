import { inTransaction } from '@nimbo/db/in-transaction'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { instanceFaults } from '../../db/servers/instance-faults.ts'
import { instances } from '../../db/servers/instances.ts'
import { deleteServerFlow } from '../../domain/flow-kinds.ts'
import { endFailedBoot } from '../../flows/boot-server/end-failed-boot.ts'
import { takeFromHost } from '../../flows/boot-server/take-back.ts'
import { serverRecord } from '../../flows/server-record.ts'
import { terminateOnHost } from '../../flows/terminate-on-host.ts'
import { errors } from '../audit-errors.ts'
import type { Repair } from './repair.ts'
import { cellIdOf, liveServer, serverIdOf } from './server-of.ts'

/** Ends an abandoned boot as failed: the server is in ERROR, and everything else of it is removed. */
export const endBoot: Repair = async (deps, ctx, finding) => {
  const serverId = serverIdOf(finding)
  const record = await serverRecord(deps, serverId)
  const host = record?.server.host
  if (record !== undefined && host != null) {
    if ((await takeFromHost(record.cell, deps.clock, { serverId, host })) === 'finished')
      throw errors.ChangedMeanwhile({ id: serverId })
    await terminateOnHost(deps, ctx, { serverId, cellId: record.cellId, host })
  }
  await endFailedBoot(ctx, { serverId }, errors.BootAbandoned({ serverId }), deps)
}

/** Starts the deletion of a server again. */
export const deleteAgain: Repair = async (deps, ctx, finding) => {
  const serverId = serverIdOf(finding)
  const cellId = cellIdOf(finding)
  const { clock } = deps
  const cell = await deps.databases.cell(cellId)
  const order = { subject: serverId, input: { serverId }, ctx, clock }
  deps.wakeFlow(cellId, await insertFlow(cell, deleteServerFlow, order))
}

/** Sets a server to ERROR with a fault, because its task may be half done. */
export const failServer: Repair = async (deps, ctx, finding) => {
  const { cell, server } = await liveServer(deps, finding)
  const { id, vmState, taskState, host } = server
  await inTransaction(cell, async (trx) => {
    const failed = await instances(trx, deps.clock).transition(id, {
      from: { vmStates: [vmState], taskStates: [taskState], host },
      to: { vmState: 'error', taskState: null, powerState: 0 },
    })
    if (!failed) throw errors.ChangedMeanwhile({ id })
    await instanceFaults(trx, deps.clock).record(ctx, id, { code: 500, message: finding.problem })
  })
}
