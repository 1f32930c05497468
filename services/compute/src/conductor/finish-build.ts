import type { hostConductorRpc } from '@nimbo/contracts/compute-rpc/host-conductor'
import { allOrNone } from '@nimbo/db/all-or-none'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { RpcHandlers } from '@nimbo/rpc/define-rpc'
import type { Kysely } from 'kysely'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { computeNodes } from '../db/hosts/compute-nodes.ts'
import { instances, type Transition } from '../db/servers/instances.ts'
import { recordMachineType } from '../flows/record-machine-type.ts'
import { bootServerFlow } from '../domain/flow-kinds.ts'
import { buildTasks } from '../domain/servers/states.ts'
import { buildPart, endPart } from '../flows/action-parts.ts'
import type { BuildAnswer } from '../flows/boot-server/build-answer.ts'
import type { ConductorDeps } from './conductor-deps.ts'

type Handlers = RpcHandlers<typeof hostConductorRpc.methods>
type Finished = Parameters<Handlers['buildFinished']>[1]
type Failed = Parameters<Handlers['buildFailed']>[1]

const answerFlow = (
  { engines }: Pick<ConductorDeps, 'engines'>,
  serverId: string,
  answer: BuildAnswer,
): Promise<boolean> => engines.api.signal({ name: bootServerFlow.name, subject: serverId }, answer)

/**
 * Line 30 of the boot flow: sets the server ACTIVE. `kept` is false if it was deleted or moved to another host during
 * the build.
 */
export const finishBuild =
  (deps: ConductorDeps, cellId: string) =>
  async (ctx: Context, { host, serverId, ...built }: Finished): Promise<{ kept: boolean }> => {
    const { clock } = deps
    const cell = await deps.databases.cell(cellId)
    const becomesActive: Transition = {
      from: { vmStates: ['building'], taskStates: buildTasks, host },
      to: {
        vmState: 'active',
        taskState: null,
        powerState: built.powerState,
        node: built.node,
        launchedOn: host,
        launchedAt: timestamp(clock),
        networkInfo: built.interfaces,
        deviceAddresses: built.deviceAddresses ?? null,
        sealedSecrets: null,
        progress: 100,
      },
      unlessSet: { rootDeviceName: built.rootDevice },
    }
    const done = await allOrNone(cell, (trx) =>
      deps.notices.transitioning(trx, ctx, serverId, becomesActive, async (server) => {
        await endPart(deps, trx, ctx, server, buildPart)
        if (built.machineType !== undefined) await recordMachineType(trx, clock, serverId, built.machineType)
        await computeNodes(trx, clock).countBuild(host, true)
      }),
    )
    const kept = done || (await wasBuiltOn(cell, clock, serverId, host))
    if (kept) await answerFlow(deps, serverId, { outcome: 'built', host })
    return { kept }
  }

/**
 * Whether the host repeats the call because it did not receive the first answer. The server need not be ACTIVE any
 * more: meanwhile its guest may have powered itself off, or its user paused it.
 */
const wasBuiltOn = async (
  cell: Kysely<CellTables>,
  clock: Clock,
  serverId: string,
  host: string,
): Promise<boolean> => {
  const server = await instances(cell, clock).findPart(serverId, ['vmState', 'host'])
  return server !== undefined && server.vmState !== 'building' && server.host === host
}

/**
 * Wakes the boot flow after a failed build so that it tries another host. The failure counts against the host if
 * another host may succeed and no other service was unavailable.
 */
export const failBuild =
  (deps: ConductorDeps, cellId: string) =>
  async (_ctx: Context, { serverId, ...answer }: Failed): Promise<Record<never, never>> => {
    if (deps.countsFailedBuilds && answer.outage !== true && answer.elsewhere)
      await computeNodes(await deps.databases.cell(cellId), deps.clock).countBuild(answer.host, false)
    await answerFlow(deps, serverId, { outcome: 'failed', ...answer })
    return {}
  }
