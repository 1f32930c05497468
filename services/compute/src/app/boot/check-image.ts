import type { Context } from '@nimbo/kernel/context'
import type { RequestSpec } from '../../domain/request-spec.ts'
import { requestedImage, requireFits } from '../../domain/requested-image.ts'
import { errors } from '../../errors.ts'
import type { Clients } from '../app.ts'
import type { BootRequest, CheckedRequest } from './boot-request.ts'

/** Line 7: the image exists, is active and fits; and the volumes to boot from or attach can be had. */
export const checkImage = ({ image, volume }: Pick<Clients, 'image' | 'volume'>) => {
  const findImage = async (ctx: Context, id: string): Promise<NonNullable<RequestSpec['image']>> => {
    const found = await image.show(ctx, id)
    if (!found) throw errors.ImageNotFound()
    if (found.status !== 'active') throw errors.ImageNotActive({ id })
    return requestedImage(found)
  }

  const checkVolumes = async (ctx: Context, { blockDevices }: CheckedRequest): Promise<void> => {
    for (const { volumeId, bootIndex } of blockDevices) {
      if (volumeId === undefined) continue
      const found = await volume.show(ctx, volumeId)
      if (!found) throw errors.InvalidBlockDevice({ reason: `failed to get volume ${volumeId}.` })
      if (found.status !== 'available' && !(found.multiattach && found.status === 'in-use'))
        throw errors.InvalidVolume({
          reason: `volume '${volumeId}' status must be 'available'. Currently in '${found.status}' status`,
        })
      if (bootIndex === 0 && found.bootable !== 'true')
        throw errors.InvalidBlockDevice({ reason: `Volume ${volumeId} is not bootable.` })
    }
  }

  return async (
    ctx: Context,
    request: BootRequest,
    checked: CheckedRequest,
  ): Promise<RequestSpec['image']> => {
    const root = checked.blockDevices.find(({ bootIndex }) => bootIndex === 0)
    const isLocal = root?.destinationType === 'local'
    await checkVolumes(ctx, checked)
    const id = root?.imageId
    if (id === undefined) return undefined
    const found = await findImage(ctx, id)
    if (isLocal && checked.flavor.rootGb === 0)
      request.enforce('os_compute_api:servers:create:zero_disk_flavor')
    requireFits(found, checked.flavor, isLocal ? checked.flavor.rootGb : (root?.volumeSizeGb ?? 0))
    // A server on a volume has no image of its own, though its volume is made from one.
    return isLocal ? found : undefined
  }
}
