import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import type { Server } from '../../domain/servers/server.ts'
import { releasePorts } from '../../resources/release-ports.ts'
import { reserveVolume } from '../../resources/reserve-volume.ts'
import { buildPart, failPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, SpeaksToHosts } from '../flow-deps.ts'
import { portsToKeep } from '../release-parts.ts'
import { serverInCell } from '../server-record.ts'
import { terminateOnHost } from '../terminate-on-host.ts'
import { takeFromHost } from './take-back.ts'

type Deps = FlowDeps & SpeaksToHosts & Pick<HoldsParts, 'network' | 'volume'>

interface OnHost {
  readonly serverId: ServerId
  readonly cellId: string
  readonly host: string
}

/** The longest wait, in seconds, for a host whose build took too long. */
const mostSeconds = 60

/**
 * How long to wait for a host. After a build longer than `instance_build_timeout` the hypervisor may never answer, so
 * the host gets that time once more, but at most a minute.
 */
const patienceWith = (
  { clock, longestBuildSeconds = 0 }: Pick<Deps, 'clock' | 'longestBuildSeconds'>,
  { createdAt }: Pick<Server, 'createdAt'>,
): { readonly withinMs?: number } => {
  const isOverdue =
    longestBuildSeconds > 0 && Date.parse(createdAt) + longestBuildSeconds * 1000 <= clock.now()
  return isOverdue ? { withinMs: Math.min(longestBuildSeconds, mostSeconds) * 1000 } : {}
}

/**
 * Removes what a host has built of a server, and resets the server for the next host. Its volumes stay reserved. A
 * server that the host has completed meanwhile stays unchanged.
 */
export const takeApart = async (
  deps: Deps,
  ctx: Context,
  { serverId, cellId, host }: OnHost,
): Promise<void> => {
  const { databases, clock, network, volume } = deps
  const found = () => serverInCell({ ...deps, cellId }, serverId)
  const present = await found()
  if (present?.server.host !== host) return
  if ((await takeFromHost(present.cell, clock, { serverId, host })) === 'finished') return
  await terminateOnHost(deps, ctx, { serverId, cellId, host, ...patienceWith(deps, present.server) })
  // The call to the host may have taken long, so another conductor may have moved on to the next host meanwhile.
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
  await deps.notices.together(record.cell, (trx) => failPart(deps, trx, ctx, serverId, buildPart))
  await allOrNone(record.cell, async (trx) => {
    const from = { vmStates: ['building'], host } as const
    const to = { host: null, node: null, networkInfo: [] }
    if (await instances(trx, clock).transition(serverId, { from, to }))
      await instances(trx, clock).endTask(serverId)
  })
}
