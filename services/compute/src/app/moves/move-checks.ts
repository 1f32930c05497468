import type { Clock } from '@nimbo/kernel/clock'
import { blockDevices } from '../../db/servers/block-devices.ts'
import type { Databases } from '../../db/cells/databases.ts'
import { services } from '../../db/hosts/services.ts'
import type { ServerPlace } from '../../domain/server-actions/operations.ts'
import { type CountedLimits, requireQuota } from '../../domain/quotas/quota.ts'
import type { EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import type { Server } from '../../domain/servers/server.ts'
import { isUp } from '../../domain/hosts/service-state.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import { countForMember } from '../quotas/count-for-member.ts'
import type { LocatedServer } from '../servers/find-server.ts'

/** A server with its cell and its host. */
export interface PlacedServer {
  readonly server: Server
  readonly cellId: string
  readonly place: ServerPlace
}

/** Throws `ServerNotReady` unless the server is on a host. */
export const requirePlaced = ({ server, cellId }: LocatedServer): PlacedServer => {
  const { host, node, availabilityZone, flavor } = server
  if (cellId === null || host === null) throw errors.ServerNotReady({ id: server.id })
  return { server, cellId, place: { host, node: node ?? host, availabilityZone, flavor } }
}

/** Whether a host's service is up; undefined when the cell does not know the host. */
export const hostShowsLife = async (
  { databases, clock, config }: Pick<ComputeApiDeps, 'databases' | 'clock' | 'config'>,
  cellId: string,
  host: string,
): Promise<boolean | undefined> => {
  const [service] = await services(await databases.cell(cellId), clock).list({ host, binary: 'nova-compute' })
  return service && isUp(service, clock.now() - config.DEFAULT.service_down_time * 1000)
}

/** Throws Nova's 409 when the server's host is down. */
export const requireHostUp = async (
  deps: Pick<ComputeApiDeps, 'databases' | 'clock' | 'config'>,
  { cellId, place: { host } }: PlacedServer,
): Promise<void> => {
  if (!(await hostShowsLife(deps, cellId, host)))
    throw errors.Conflict({ reason: `Service is unavailable at this time.` })
}

export const isOnVolume = async (
  { databases, clock }: { readonly databases: Databases; readonly clock: Clock },
  { server, cellId }: PlacedServer,
): Promise<boolean> =>
  bootsFromVolume(await blockDevices(await databases.cell(cellId), clock).ofServer(server.id))

/**
 * Throws Nova's 403 when the amounts by which the new flavor exceeds the old one do not fit the quota of the project,
 * or of the server's user within it. Checks the limits in Nova's database.
 */
export const requireRoomFor = async (
  deps: Pick<ComputeApiDeps, 'databases' | 'clock' | 'limits'>,
  server: Server,
  { from, to }: { readonly from: EmbeddedFlavor; readonly to: EmbeddedFlavor },
): Promise<void> => {
  const more = (one: number, other: number): number => Math.max(other - one, 0)
  const wanted = {
    instances: 0,
    cores: more(from.vcpus, to.vcpus),
    ram: more(from.memoryMb, to.memoryMb),
  }
  if (wanted.cores === 0 && wanted.ram === 0) return
  const { project, user } = await countForMember(
    deps.limits.usage,
    server,
    await deps.limits.ofMember(server),
  )
  const same = { instances: -1, ...(wanted.cores === 0 ? { cores: -1 } : {}) }
  const inWhatGrows = ({ limits, used }: CountedLimits): CountedLimits => ({
    limits: { ...limits, ...same, ...(wanted.ram === 0 ? { ram: -1 } : {}) },
    used,
  })
  requireQuota({ project: inWhatGrows(project), user: user && inWhatGrows(user) }, wanted)
}

/** Throws Nova's 403 when the project's quota does not allow the server's new size. */
export const requireRoomToResize = async (
  deps: Pick<ComputeApiDeps, 'databases' | 'clock' | 'limits'>,
  server: Server,
  flavor: EmbeddedFlavor,
  fromVolume: boolean,
): Promise<void> => {
  if (!deps.limits.areUnified) return requireRoomFor(deps, server, { from: server.flavor, to: flavor })
  // Until the resize is confirmed, placement holds the old size and the new one: so the quota must allow the whole new
  // size.
  const requireServers = await deps.limits.roomFor(server, { flavor, fromVolume })
  requireServers({ servers: 0, sizes: 1 })
}
