import { isRefusedImage } from '@nimbo/image-conversion/is-refused-image'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import { errors } from '../errors.ts'

const gibibyte = 1024 ** 3

/** Runs the creation of a volume from an image; turns the refusal of an image into Cinder's `ImageUnacceptable`. */
export const refusingUnacceptable = async (
  { imageId, sizeGb }: { readonly imageId: string; readonly sizeGb: number },
  make: () => Promise<void>,
): Promise<void> => {
  try {
    await make()
  } catch (cause) {
    if (!isRefusedImage(cause)) throw cause
    const reason = isFault(cause, 'ImageTooLarge')
      ? `Image virtual size is ${Math.ceil(Number(cause.details.virtualSize) / gibibyte)}GB and doesn't fit in a volume of size ${sizeGb}GB.`
      : messageOf(cause)
    throw errors.ImageUnacceptable({ id: imageId, reason }, { cause })
  }
}
