import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { retryIn, waitForSignal } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import { blockDevices } from '../../db/block-devices.ts'
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
import { serverRecord } from '../server-record.ts'
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

/** Line 21 and the wait for line 30: has the host build the server, and sleeps until it has answered. */
export const buildOnHost = step<
  BootServer & { readonly destination: Destination; readonly cellId: string },
  Deps
>()({
  name: 'build-on-host',
  waitsOut: isOutage,
  run: async (ctx, { serverId, destination, cellId }, deps, { signal, attempt }) => {
    const { databases, clock, tracer, agent, hostIsUp } = deps
    const { host, node } = destination
    const cell = await databases.cell(cellId)
    const servers = instances(cell, clock)
    const server = await servers.find(serverId)
    if (server === undefined) throw errors.ServerGone({ serverId })
    if (server.vmState !== 'building' && server.host === host) return {}

    const answer = signal as BuildAnswer | undefined
    if (answer?.outcome === 'failed' && answer.host === host) {
      if (answer.outage && attempt < attemptsInOutage) return retryIn(Math.min(500 * attempt, longestPauseMs))
      throw errors.BuildFailed({ serverId, host, reason: answer.message, elsewhere: answer.elsewhere })
    }
    if (attempt > 0 && !(await hostIsUp(cellId, host))) throw errors.ComputeHostDown({ host })

    if (server.host !== host) {
      const from = { vmStates: ['building'], host: server.host } as const
      if (!(await servers.transition(serverId, { from, to: { host, node } }))) return retryIn(lookAgainMs)
      await instanceActions(cell, clock).beginEvent(ctx, serverId, { event: eventOf.build, host })
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
    const record = await serverRecord(deps, serverId)
    if (record?.server.host !== destination.host) return
    const { databases, clock, network, volume } = deps
    await terminateOnHost(deps, ctx, { serverId, cellId, host: destination.host })
    const spec = await requestSpecs(databases.api, clock).find(serverId)
    await releasePorts(network, ctx, { serverId, preexisting: portsToKeep(spec, record.server) })
    for (const { id, volumeId } of record.disks) {
      if (volumeId === undefined) continue
      const attachment_id = await reserveVolume(volume, ctx, { volumeId, serverId })
      await blockDevices(record.cell, clock).update(id, { attachment_id, connection_info: null })
    }
    await instanceActions(record.cell, clock).endEvent(ctx, serverId, eventOf.build, { result: 'Error' })
    await instances(record.cell, clock).transition(serverId, {
      from: { host: destination.host },
      to: { host: null, node: null, networkInfo: [] },
    })
  },
})
