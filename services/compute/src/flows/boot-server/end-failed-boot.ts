import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import { buildRequests } from '../../db/servers/build-requests.ts'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instanceFaults, type NewFault } from '../../db/servers/instance-faults.ts'
import { instanceMappings } from '../../db/cells/instance-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { buildPart, failPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { forgetServer } from '../forget-server.ts'
import { portsToKeep, releaseBuild, releaseParts } from '../release-parts.ts'
import { type ServerRecord, serverInCell, serverRecord } from '../server-record.ts'
import { endRequest } from './end-request.ts'
import { enterCell } from './enter-cell.ts'
import { giveUpBuild } from './take-back.ts'

type Deps = FlowDeps & HoldsParts

const goneCodes = ['FlowCancelled', 'ServerGone']

/** Takes the build from any host and finds the server in its cell; `finished` if a host completed the build first. */
const takenRecord = async (deps: Deps, serverId: string): Promise<ServerRecord | 'finished' | undefined> => {
  const record = await serverRecord(deps, serverId)
  if (record === undefined) return undefined
  if ((await giveUpBuild(record.cell, deps.clock, serverId)) === 'finished') return 'finished'
  return serverInCell({ ...deps, cellId: record.cellId }, serverId)
}

/**
 * The end of a failed boot whose steps are undone. A server deleted by its user is removed; any other server goes to
 * ERROR with the reason, in its cell, or in cell0 if no host was found. If a host completed the server after all, it
 * stays; if a deletion caused the rollback, the deletion continues with it.
 */
export const endFailedBoot = async (
  ctx: Context,
  { serverId }: { readonly serverId: string },
  error: Fault,
  deps: Deps,
): Promise<void> => {
  const { databases, clock } = deps
  const spec = await requestSpecs(databases.api, clock).find(serverId)
  const pending = await buildRequests(databases.api, clock).find(serverId)
  const record = await takenRecord(deps, serverId)
  if (record === 'finished') return
  const parts = {
    serverId,
    preexistingPorts: portsToKeep(spec, record?.server),
    disks: record?.disks ?? pending?.build.blockDevices ?? [],
  }
  if (goneCodes.includes(error.code) || pending?.deleteRequested) {
    await releaseParts(deps, ctx, parts)
    return forgetServer(deps, ctx, serverId)
  }
  await releaseBuild(deps, ctx, parts)
  const cellId = record?.cellId ?? cell0Id
  const reason = faultFor(serverId, error)
  if (record === undefined) {
    const mapping = await instanceMappings(databases.api, clock).find(serverId)
    await enterCell(deps, ctx, {
      ...{
        serverId,
        cellId,
        from: mapping?.cell_id ?? null,
        state: { vmState: 'error', sealedSecrets: null },
      },
      alongside: (trx) => recordReason(deps, trx, ctx, serverId, { reason, spec }),
    })
  }
  await markFailed(deps, ctx, serverId, cellId, { reason, spec })
  // The user may have deleted the server before it entered a cell. That request was accepted, so the server must go.
  if (await endRequest(deps, ctx, { serverId, cellId })) return
  await endFailedBoot(ctx, { serverId }, errors.ServerGone({ serverId }), deps)
}

/** The reason and the request of a server that could not be built. */
interface Unbuilt {
  readonly reason: NewFault
  readonly spec: RequestSpec | undefined
}

/** The state change and the fault are written together: a repeat finds ERROR and records no second fault. */
const markFailed = async (
  deps: Deps,
  ctx: Context,
  serverId: string,
  cellId: string,
  unbuilt: Unbuilt,
): Promise<void> => {
  const { databases, clock, notices } = deps
  const cell = await databases.cell(cellId)
  await inTransaction(cell, (trx) =>
    notices.changing(trx, ctx, serverId, async () => {
      const failed = await instances(trx, clock).transition(serverId, {
        // Also covers ACTIVE without a host, which earlier versions could leave.
        from: { vmStates: ['building', 'active'], host: null },
        to: { vmState: 'error', taskState: null, powerState: 0, networkInfo: [], sealedSecrets: null },
      })
      if (failed || !(await instanceFaults(trx, clock).latest([serverId])).has(serverId))
        await recordReason(deps, trx, ctx, serverId, unbuilt)
    }),
  )
}

/** Called in the transaction that sets ERROR, so that a reader who sees ERROR also finds the fault. */
const recordReason = async (
  deps: Deps,
  cell: Kysely<CellTables>,
  ctx: Context,
  serverId: string,
  { reason, spec }: Unbuilt,
): Promise<void> => {
  await instanceFaults(cell, deps.clock).record(ctx, serverId, reason)
  const { message, details } = reason
  await failPart(deps, cell, ctx, serverId, { ...buildPart, failure: { message } })
  const failure = { doing: 'build_instances', code: 'BuildFailed', message, details }
  await deps.notices.taskFailed(cell, ctx, serverId, {
    ...{ task: 'build_instances', state: 'error', spec, failure },
  })
}

/** The fault to record. When every host failed, its message says so, and its details for admins have the last reason. */
const faultFor = (serverId: string, error: Fault): NewFault => {
  if (error.kind === 'quotaExceeded') return { code: 403, message: error.message }
  if (error.code === 'BuildFailed' && error.details.elsewhere === true)
    return {
      code: 500,
      message: errors.AlternatesExhausted({ serverId }).message,
      details: `${String(error.details.host)}: ${String(error.details.reason)}`,
    }
  const { reason } = error.details
  return { code: 500, message: error.message, ...(typeof reason === 'string' ? { details: reason } : {}) }
}
