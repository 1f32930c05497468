import type { Context } from '@nimbo/kernel/context'
import type { AuditDeps } from '../audit-deps.ts'
import type { Picture, PictureOfRecords, SeenHost } from '../picture.ts'
import { type Gaps, gapsSoFar } from './gaps.ts'
import { lookAtBootVolumes } from './look-at-boot-volumes.ts'
import { lookAtHost } from './look-at-host.ts'
import { lookAtPlacement, lookAtPorts, lookAtVolumes } from './look-at-services.ts'
import { lookIntoApiDatabase } from './look-into-api-database.ts'
import { lookIntoCell } from './look-into-cell.ts'

/** How many hosts are queried concurrently. */
const hostsAtOnce = 16

/**
 * Reads compute's own databases: the API database must answer, cells may be missing. Servers without a cell are read
 * before the cells, so that a server that enters its cell meanwhile is seen.
 */
const lookIntoDatabases = async ({ databases }: AuditDeps, gaps: Gaps): Promise<PictureOfRecords> => {
  const api = await lookIntoApiDatabase(databases.api)
  const looks = (await databases.cells()).map(({ id, name }) =>
    gaps.orGap(
      { type: 'cell', name },
      async () => [{ id, ...(await lookIntoCell(await databases.cell(id), id)) }],
      [],
    ),
  )
  const cells = (await Promise.all(looks)).flat()
  return {
    ...api,
    cells: cells.map(({ id }) => id),
    servers: cells.flatMap(({ servers }) => servers),
    disks: cells.flatMap(({ disks }) => disks),
    devices: cells.flatMap(({ devices }) => devices),
    migrations: cells.flatMap(({ migrations }) => migrations),
    nodes: cells.flatMap(({ nodes }) => nodes),
    flows: [...api.flows, ...cells.flatMap(({ flows }) => flows)],
  }
}

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
  const records = await lookIntoDatabases(deps, gaps)
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
