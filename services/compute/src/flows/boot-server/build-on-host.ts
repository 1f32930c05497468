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
import { beginPart, buildPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, SpeaksToHosts } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import type { BuildAnswer } from './build-answer.ts'
import { takeApart } from './take-apart.ts'
import { takeFromHost } from './take-back.ts'

/** How long to wait for the host's answer before asking it again; a host that still builds just goes on. */
const askAgainAfterMs = 60_000
/** How often to ask a host that could not build because others were away, before another is tried: some minutes. */
const attemptsInOutage = 30
const longestPauseMs = 5_000

/** After a server changed under our eyes: somebody ended it, or another conductor is at it. */
const lookAgainMs = 100

type Deps = FlowDeps & SpeaksToHosts & Pick<HoldsParts, 'network' | 'volume'>

/** The server is this host's to build from now on; false when it is another's, or is not to be built (any more). */
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
    if (!(await instances(trx, deps.clock).transition(serverId, { from, to }))) return false
    await beginPart(deps, trx, ctx, serverId, { ...buildPart, host })
    return true
  })

/** Where a build stands when it was not given to its host just now. */
interface Standing {
  readonly server: Pick<Server, 'vmState' | 'taskState' | 'host'>
  readonly answer: BuildAnswer | undefined
  readonly attempt: number
}

/** Why a host is to build the server no longer; undefined when it goes on with it, or is to begin. */
const whyNot = async (
  { hostIsUp }: Pick<Deps, 'hostIsUp'>,
  { serverId, cellId, host }: { readonly serverId: string; readonly cellId: string; readonly host: string },
  { server, answer, attempt }: Standing,
): Promise<Fault | undefined> => {
  const failed = (reason: string, elsewhere: boolean) =>
    errors.BuildFailed({ serverId, host, reason, elsewhere })
  if (server.vmState !== 'building') return failed(`it is ${server.vmState} already`, false)
  if (answer?.outcome === 'failed' && answer.host === host) return failed(answer.message, answer.elsewhere)
  // Whoever took it from the host did not live to say why.
  const wasTaken = server.host === host && server.taskState === 'scheduling'
  return wasTaken || (attempt > 0 && !(await hostIsUp(cellId, host)))
    ? errors.ComputeHostDown({ host })
    : undefined
}

const isOutageOf = (host: string, answer: BuildAnswer | undefined): boolean =>
  answer?.outcome === 'failed' && answer.host === host && answer.outage === true

/**
 * Line 21 and the wait for line 30: has the host build the server, and sleeps until it has answered. It fails only after the
 * build was taken from the host: one that the host has finished is done, however late anybody hears of it.
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
  undo: (ctx, { serverId, destination: { host }, cellId }, deps) =>
    takeApart(deps, ctx, { serverId, host, cellId }),
})
