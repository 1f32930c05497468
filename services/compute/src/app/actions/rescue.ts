import { rescue as action } from '@nimbo/contracts/compute/actions/rescue'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { mappingOf } from '../../domain/images/image-mapping.ts'
import { rescueDeviceOf } from '../../domain/images/rescue-device.ts'
import { newPassword } from '../../domain/secrets/passwords.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { requestedImage } from '../../domain/images/requested-image.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { beginAction } from './begin-action.ts'
import { checkVolumeRescue } from './check-volume-rescue.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'clients' | 'config' | 'seal'>

interface RescueRequest {
  readonly adminPassword?: string | undefined
  /** The server's own image by default. */
  readonly imageId?: string | undefined
  /** Whether servers that boot from volumes can be rescued (since 2.87). */
  readonly volumesToo: boolean
}

type Image = NonNullable<RequestSpec['image']>

const findImage = async ({ clients }: Deps, ctx: Context, id: string): Promise<Image> => {
  const found = await clients.image.show(ctx, id)
  if (found === undefined) throw errors.UnsupportedRescueImage({ id })
  if (found.status !== 'active') throw errors.ImageNotActive({ id })
  const image = requestedImage(found)
  // It has no disk of its own, only a list of volumes.
  if (mappingOf(image.properties).length > 0) throw errors.UnsupportedRescueImage({ id })
  return image
}

/** The named image, or that of the server, which may boot from none. */
const imageFor = async (
  deps: Deps,
  ctx: Context,
  { serverId, imageId }: { readonly serverId: ServerId; readonly imageId: string | undefined },
): Promise<Image | undefined> =>
  imageId === undefined
    ? (await requestSpecs(deps.databases.api, deps.clock).find(serverId))?.image
    : await findImage(deps, ctx, imageId)

/** Rescues a server, as a flow. Resolves to its password during the rescue. */
export const rescueServer = (deps: Deps) => {
  const { databases, clock, enforcer, config, seal } = deps
  const begin = beginAction(deps)
  const checkVolume = checkVolumeRescue(deps)
  return async (
    ctx: Context,
    located: LocatedServer,
    { imageId, volumesToo, adminPassword = newPassword(config.DEFAULT.password_length) }: RescueRequest,
  ): Promise<string> => {
    const { server, cellId } = located
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const image = await imageFor(deps, ctx, { serverId: server.id, imageId })
    const disks = await blockDevices(await databases.cell(cellId), clock).ofServer(server.id)
    if (bootsFromVolume(disks)) await checkVolume(ctx, { server, cellId }, { image, allowed: volumesToo })
    if (image === undefined) throw errors.BadRequest({ reason: 'There is no image to rescue it with.' })
    // Throws for a device that no guest can have, which the host would find out only once it has shut the guest down.
    rescueDeviceOf(image)
    await begin(ctx, located, {
      action,
      order: { kind: 'rescue', image },
      changes: { sealedSecrets: seal(JSON.stringify({ adminPassword, personality: [] })) },
    })
    return adminPassword
  }
}
