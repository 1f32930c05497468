import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { allOrNone } from '@nimbo/db/all-or-none'
import { retryIn, waitForSignal } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instances } from '../../db/servers/instances.ts'
import type { BootServer } from '../../domain/server-actions/operations.ts'
import type { Server } from '../../domain/servers/server.ts'
import { buildTasks } from '../../domain/servers/states.ts'
import { tellPorts, untellPorts } from '../../resources/port-allocations.ts'
import { beginPart, buildPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, SpeaksToHosts } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import type { BuildAnswer } from './build-answer.ts'
import { takeApart } from './take-apart.ts'
import { takeFromHost } from './take-back.ts'

/** How long to wait for the host's result before sending the build again; a host that is still building just continues. */
const askAgainAfterMs = 60_000
/** How often a host retries a build that failed because other services were unavailable: for a few minutes. */
const attemptsInOutage = 30
const longestPauseMs = 5_000

/** Pause before the next attempt after the server changed concurrently. */
const lookAgainMs = 100

type Deps = FlowDeps & SpeaksToHosts & Pick<HoldsParts, 'network' | 'volume'>

/** Assigns the build to the host; false if the server already has a host or must not be built. */
const giveToHost = (
  deps: Deps,
  cell: Kysely<CellTables>,
  ctx: Context,
  serverId: string,
  { host, node, availabilityZone }: Destination,
): Promise<boolean> =>
  allOrNone(cell, async (trx) => {
    const from = { vmStates: ['building'], taskStates: buildTasks, host: null } as const
    const to = { host, node, availabilityZone }
    const server = await deps.notices.transition(trx, serverId, { from, to })
    if (server === undefined) return false
    await beginPart(deps, trx, ctx, server, { ...buildPart, host })
    return true
  })

/** The state of a build that could not be assigned to a host, or was assigned earlier. */
interface Standing {
  readonly server: Pick<Server, 'vmState' | 'taskState' | 'host'>
  readonly answer: BuildAnswer | undefined
  readonly attempt: number
}

/** Why a host must not build the server any more; undefined when it may continue or start. */
const whyNot = async (
  { hostIsUp }: Pick<Deps, 'hostIsUp'>,
  { serverId, cellId, host }: { readonly serverId: string; readonly cellId: string; readonly host: string },
  { server, answer, attempt }: Standing,
): Promise<Fault | undefined> => {
  const failed = (reason: string, elsewhere: boolean) =>
    errors.BuildFailed({ serverId, host, reason, elsewhere })
  if (server.vmState !== 'building') return failed(`it is ${server.vmState} already`, false)
  if (answer?.outcome === 'failed' && answer.host === host) return failed(answer.message, answer.elsewhere)
  // An earlier attempt took the build from the host and crashed before it recorded why.
  const wasTaken = server.host === host && server.taskState === 'scheduling'
  return wasTaken || (attempt > 0 && !(await hostIsUp(cellId, host)))
    ? errors.ComputeHostDown({ host })
    : undefined
}

const isOutageOf = (host: string, answer: BuildAnswer | undefined): boolean =>
  answer?.outcome === 'failed' && answer.host === host && answer.outage === true

/**
 * Line 21 of the boot flow and the wait for line 30: lets the host build the server, and waits for its result. Fails
 * only after the build was taken from the host: a build that the host completed counts, however late the message
 * arrives.
 */
export const buildOnHost = step<
  BootServer & { readonly destination: Destination; readonly cellId: string },
  Deps
>()({
  name: 'build-on-host',
  waitsOut: isOutage,
  run: async (ctx, { serverId, destination, cellId }, deps, { signal, attempt }) => {
    const { databases, clock, tracer, agent } = deps
    const { host } = destination
    const answer = signal as BuildAnswer | undefined
    if (answer?.outcome === 'built' && answer.host === host) return {}
    const cell = await databases.cell(cellId)
    const give = () => giveToHost(deps, cell, ctx, serverId, destination)
    if (attempt > 0 || !(await give())) {
      const server = await instances(cell, clock).findPart(serverId, ['vmState', 'taskState', 'host'])
      if (server === undefined) throw errors.ServerGone({ serverId })
      if (server.vmState !== 'building' && server.host === host) return {}
      if (isOutageOf(host, answer) && attempt < attemptsInOutage)
        return retryIn(Math.min(500 * attempt, longestPauseMs))
      const failure = await whyNot(deps, { serverId, cellId, host }, { server, answer, attempt })
      if (failure !== undefined) {
        if ((await takeFromHost(cell, clock, { serverId, host })) === 'finished') return {}
        throw failure
      }
      if (server.host !== host && !(await give())) return retryIn(lookAgainMs)
    }
    await tellPorts(deps.network, ctx, destination)
    await tracer.span(
      ctx,
      'cast-build-and-run',
      async (at) => (await agent({ cellId, host })).buildServer(at, { serverId }),
      {
        resource: serverId,
        host,
      },
    )
    return waitForSignal({ timeoutMs: askAgainAfterMs, onTimeout: 'run' })
  },
  undo: async (ctx, { serverId, destination, cellId }, deps) => {
    await takeApart(deps, ctx, { serverId, host: destination.host, cellId })
    await untellPorts(deps.network, ctx, destination)
  },
})
