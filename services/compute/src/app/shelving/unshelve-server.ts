import { unshelve as action } from '@nimbo/contracts/compute/actions/unshelve'
import { unshelveHere } from '@nimbo/contracts/compute/actions/unshelve-here'
import type { Context } from '@nimbo/kernel/context'
import { aggregates } from '../../db/aggregates.ts'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { unshelveServerFlow } from '../../domain/flow-kinds.ts'
import { zonesOfHosts } from '../../domain/hosts/availability-zones.ts'
import { requestedImage } from '../../domain/images/requested-image.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { beginAction } from '../actions/begin-action.ts'
import { takeOn } from '../actions/take-on.ts'
import type { ComputeApiDeps } from '../app.ts'
import { requireZone } from '../boot/check-placement.ts'
import { requireHost } from '../moves/require-host.ts'
import type { LocatedServer } from '../servers/find-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'config' | 'clients' | 'limits'>

interface WantedPlace {
  /** Null removes the restriction to a zone. */
  readonly zone?: string | null
  readonly host?: string
}

/** The image that shelving made. */
const shelvedImage = async (
  { clients }: Deps,
  ctx: Context,
  imageId: string | undefined,
): Promise<RequestSpec['image']> => {
  if (imageId === undefined) return undefined
  const found = await clients.image.show(ctx, imageId)
  if (found === undefined) throw errors.BadRequest({ reason: `Image ${imageId} could not be found.` })
  return requestedImage(found)
}

/** Where placement counts the usage, an offloaded server has no size, so the project's quota must allow it again. */
const requireRoomAgain = async (deps: Deps, { server, cellId }: LocatedServer): Promise<void> => {
  const inPlacement = deps.limits.areUnified || deps.config.quota.count_usage_from_placement
  if (cellId === null || !inPlacement) return
  const disks = await blockDevices(await deps.databases.cell(cellId), deps.clock).ofServer(server.id)
  const size = { flavor: server.flavor, fromVolume: bootsFromVolume(disks) }
  const requireServers = await deps.limits.roomFor(server, size)
  requireServers({ servers: 0, sizes: 1 })
}

/** Throws Nova's 409 for a host outside the zone that the server is kept in. */
const requireHostInZone = async (
  { databases, clock, config }: Deps,
  host: string,
  zone: string | undefined,
): Promise<void> => {
  if (zone === undefined) return
  const zones = zonesOfHosts(await aggregates(databases.api, clock).list())
  if ((zones.get(host) ?? config.DEFAULT.default_availability_zone) !== zone)
    throw errors.Conflict({ reason: `Host "${host}" is not in the availability zone "${zone}".` })
}

/** Unshelves a server, as a flow: on its host if it is still there, otherwise on a newly scheduled one. */
export const unshelveServer = (deps: Deps) => {
  const { databases, clock, enforcer } = deps
  const take = takeOn(deps)
  const begin = beginAction(deps)
  return async (ctx: Context, located: LocatedServer, { zone, host }: WantedPlace): Promise<void> => {
    const { server } = located
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    const named = zone !== undefined || host !== undefined
    if (server.vmState !== 'shelved_offloaded') {
      if (named)
        throw errors.Conflict({
          reason: `Specifying an availability zone or a host when unshelving server ${server.id} with status "SHELVED" is not supported. The server status must be SHELVED_OFFLOADED.`,
        })
      return begin(ctx, located, { action: unshelveHere, order: { kind: 'unshelve-here' } })
    }
    await requireRoomAgain(deps, located)
    if (typeof zone === 'string') await requireZone(deps, zone)
    const specs = requestSpecs(databases.api, clock)
    const spec = await specs.find(server.id)
    if (host !== undefined) {
      await requireHost(deps, host)
      const kept = zone === undefined ? spec?.availabilityZone : (zone ?? undefined)
      await requireHostInZone(deps, host, kept)
    }
    const image = await shelvedImage(deps, ctx, spec?.shelved?.imageId)
    await take(ctx, located, {
      action,
      flow: unshelveServerFlow,
      input: {
        ...{ serverId: server.id, flavor: server.flavor, running: true, ignoreHosts: [], source: null },
        ...(image === undefined ? {} : { image }),
        ...(host === undefined ? {} : { requestedHost: host }),
      },
      // The zone is set only if this action is accepted: another request may unshelve the server in another zone.
      also: async () => {
        if (zone !== undefined) await specs.setZone(server.id, zone ?? undefined)
      },
    })
  }
}
