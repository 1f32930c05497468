import type { Context } from '@nimbo/kernel/context'
import type { AuditDeps } from '../audit-deps.ts'
import type { Picture, PictureOfRecords, SeenHost } from '../picture.ts'
import { type Gaps, gapsSoFar } from './gaps.ts'
import { lookAtBootVolumes } from './look-at-boot-volumes.ts'
import { lookAtHost } from './look-at-host.ts'
import { lookAtPlacement, lookAtPorts, lookAtVolumes } from './look-at-services.ts'
import { lookIntoDatabases } from './look-into-databases.ts'

/** How many hosts are queried concurrently. */
const hostsAtOnce = 16

const lookAtHosts = async (
  deps: AuditDeps,
  ctx: Context,
  gaps: Gaps,
  { nodes }: PictureOfRecords,
): Promise<readonly SeenHost[]> => {
  const hosts = [
    ...new Map(nodes.map(({ host, cellId }) => [`${cellId} ${host}`, { host, cellId }])).values(),
  ]
  const seen: SeenHost[] = []
  for (let from = 0; from < hosts.length; from += hostsAtOnce) {
    const looks = hosts
      .slice(from, from + hostsAtOnce)
      .map((at) =>
        gaps.orGap({ type: 'host', name: at.host }, async () => [await lookAtHost(deps, ctx, at)], []),
      )
    seen.push(...(await Promise.all(looks)).flat())
  }
  return seen
}

/** One look over the whole cloud. Rejects only when the API database does not answer; everything else may be a gap. */
export const takePicture = async (deps: AuditDeps, ctx: Context): Promise<Picture> => {
  const { databases, network, surveys, clock } = deps
  const gaps = gapsSoFar()
  const records = await lookIntoDatabases(deps.databases, gaps)
  const servers = new Set(
    [...records.servers, ...records.mappings.map((one) => ({ id: one.serverId }))].map(({ id }) => id),
  )
  const service = (name: string) => ({ type: 'service', name }) as const
  const [allocations, ports, held, hosts] = await Promise.all([
    gaps.orGap(
      service('placement'),
      () => lookAtPlacement(surveys.placement, ctx, (id) => servers.has(id)),
      [],
    ),
    gaps.orGap(service('network'), () => lookAtPorts(network, ctx), []),
    gaps.orGap(service('volume'), () => lookAtVolumes(surveys.volume, ctx), { attachments: [], volumes: [] }),
    lookAtHosts(deps, ctx, gaps, records),
  ])
  const bootVolumes = await gaps.orGap(
    { type: 'service', name: 'volume' },
    () => lookAtBootVolumes(databases, held.volumes, records),
    [],
  )
  return {
    ...records,
    ...{ allocations, ports, ...held, bootVolumes, hosts },
    gaps: gaps.all(),
    takenAt: clock.now(),
  }
}
