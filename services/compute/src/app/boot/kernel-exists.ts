import type { Context } from '@nimbo/kernel/context'
import { kernelOf } from '../../domain/images/kernel-of-image.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import type { Clients } from '../app.ts'

/** Whether the user sees the images of the kernel and the RAM disk that an image names; true if it names none. */
export const kernelExists = async (
  { image: images }: Pick<Clients, 'image'>,
  ctx: Context,
  { properties }: NonNullable<RequestSpec['image']>,
): Promise<boolean> => {
  const { kernelId, ramdiskId } = kernelOf(properties)
  for (const id of [kernelId, ramdiskId])
    if (id !== '' && (await images.show(ctx, id)) === undefined) return false
  return true
}
