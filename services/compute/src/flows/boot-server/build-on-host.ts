import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { allOrNone } from '@nimbo/db/all-or-none'
import { retryIn, waitForSignal } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import { blockDevices } from '../../db/block-devices.ts'
import type { CellTables } from '../../db/cell-tables.ts'
import { instanceActions } from '../../db/instance-actions.ts'
import { instances } from '../../db/instances.ts'
import { requestSpecs } from '../../db/request-specs.ts'
import type { BootServer } from '../../domain/operations.ts'
import { releasePorts } from '../../resources/release-ports.ts'
import { reserveVolume } from '../../resources/reserve-volume.ts'
import { eventOf } from '../action-events.ts'
import type { FlowDeps, HoldsParts, SpeaksToHosts } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import { portsToKeep } from '../release-parts.ts'
import { serverInCell } from '../server-record.ts'
import { terminateOnHost } from '../terminate-on-host.ts'
import type { BuildAnswer } from './build-answer.ts'

/** How long to wait for the host's answer before asking it again; a host that still builds just goes on. */
const askAgainAfterMs = 60_000
/** How often to ask a host that could not build because others were away, before another is tried: some minutes. */
const attemptsInOutage = 30
const longestPauseMs = 5_000

/** After a server changed under our eyes: somebody ended it, or another conductor is at it. */
const lookAgainMs = 100

type Deps = FlowDeps & SpeaksToHosts & Pick<HoldsParts, 'network' | 'volume'>

/** The server is this host's to build from now on; false when it is another's, or is not being built (any more). */
const giveToHost = (
  cell: Kysely<CellTables>,
  clock: Clock,
  ctx: Context,
  serverId: string,
  { host, node, availabilityZone }: Destination,
): Promise<boolean> =>
  allOrNone(cell, async (trx) => {
    const from = { vmStates: ['building'], host: null } as const
    if (!(await instances(trx, clock).transition(serverId, { from, to: { host, node, availabilityZone } })))
      return false
    await instanceActions(trx, clock).beginEvent(ctx, serverId, { event: eventOf.build, host })
    return true
  })

/** Line 21 and the wait for line 30: has the host build the server, and sleeps until it has answered. */
export const buildOnHost = step<
  BootServer & { readonly destination: Destination; readonly cellId: string },
  Deps
>()({
  name: 'build-on-host',
  waitsOut: isOutage,
  run: async (ctx, { serverId, destination, cellId }, deps, { signal, attempt }) => {
    const { databases, clock, tracer, agent, hostIsUp } = deps
    const { host } = destination
    const answer = signal as BuildAnswer | undefined
    if (answer?.outcome === 'built' && answer.host === host) return {}
    const cell = await databases.cell(cellId)
    const give = () => giveToHost(cell, clock, ctx, serverId, destination)
    if (attempt > 0 || !(await give())) {
      const server = await instances(cell, clock).findPart(serverId, ['vmState', 'host'])
      if (server === undefined) throw errors.ServerGone({ serverId })
      if (server.vmState !== 'building' && server.host === host) return {}
      if (answer?.outcome === 'failed' && answer.host === host) {
        if (answer.outage && attempt < attemptsInOutage)
          return retryIn(Math.min(500 * attempt, longestPauseMs))
        throw errors.BuildFailed({ serverId, host, reason: answer.message, elsewhere: answer.elsewhere })
      }
      if (attempt > 0 && !(await hostIsUp(cellId, host))) throw errors.ComputeHostDown({ host })
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
  undo: async (ctx, { serverId, destination, cellId }, deps) => {
    const { databases, clock, network, volume } = deps
    const { host } = destination
    const found = () => serverInCell({ ...deps, cellId }, serverId)
    if ((await found())?.server.host !== host) return
    await terminateOnHost(deps, ctx, { serverId, cellId, host })
    // The host may have taken long: another conductor may have carried the server on to the next by now, with all it holds.
    const record = await found()
    if (record?.server.host !== host) return
    const spec = await requestSpecs(databases.api, clock).find(serverId)
    const preexisting = portsToKeep(spec, record.server)
    await releasePorts(network, ctx, { serverId, preexisting, host })
    for (const { id, volumeId } of record.disks) {
      if (volumeId === undefined) continue
      const attachment_id = await reserveVolume(volume, ctx, { volumeId, serverId })
      await blockDevices(record.cell, clock).update(id, { attachment_id, connection_info: null })
    }
    await instanceActions(record.cell, clock).endEvent(ctx, serverId, eventOf.build, { result: 'Error' })
    await instances(record.cell, clock).transition(serverId, {
      from: { host },
      to: { host: null, node: null, networkInfo: [] },
    })
  },
})
