import { rescue as action } from '@nimbo/contracts/compute/actions/rescue'
import type { Context } from '@nimbo/kernel/context'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { mappingOf } from '../../domain/images/image-mapping.ts'
import { newPassword } from '../../domain/secrets/passwords.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import { requestedImage } from '../../domain/images/requested-image.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import type { ActionDeps } from './action-deps.ts'
import { beginAction } from './begin-action.ts'

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
  if (found === undefined) throw errors.BadRequest({ reason: `Image ${id} could not be found.` })
  if (found.status !== 'active') throw errors.ImageNotActive({ id })
  const image = requestedImage(found)
  if (mappingOf(image.properties).length > 0)
    throw errors.BadRequest({
      reason: `Requested rescue image '${id}' is not supported: it has no disk of its own`,
    })
  return image
}

/** Rescues a server, as a flow. Resolves to its password during the rescue. */
export const rescueServer = (deps: Deps) => {
  const { databases, clock, enforcer, config, seal } = deps
  const begin = beginAction(deps)
  return async (
    ctx: Context,
    located: LocatedServer,
    { imageId, volumesToo, adminPassword = newPassword(config.DEFAULT.password_length) }: RescueRequest,
  ): Promise<string> => {
    const { server, cellId } = located
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const onVolume = bootsFromVolume(
      await blockDevices(await databases.cell(cellId), clock).ofServer(server.id),
    )
    if (onVolume && !(volumesToo && imageId !== undefined))
      throw errors.BadRequest({
        reason: `Instance ${server.id} cannot be rescued: Cannot rescue a volume-backed instance`,
      })
    const image =
      imageId === undefined
        ? (await requestSpecs(databases.api, clock).find(server.id))?.image
        : await findImage(deps, ctx, imageId)
    if (image === undefined) throw errors.BadRequest({ reason: 'There is no image to rescue it with.' })
    await begin(ctx, located, {
      action,
      order: { kind: 'rescue', image },
      changes: { sealedSecrets: seal(JSON.stringify({ adminPassword, personality: [] })) },
    })
    return adminPassword
  }
}
