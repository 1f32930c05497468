import { errors } from '../../errors.ts'
import { type Asked, asksForTrue, askedOf } from '../numa/asked.ts'

const word = (value: boolean): string => (value ? 'True' : 'False')

/** Throws, in Nova's words, when either of flavor and image wants packed rings and the other does not. */
export const requirePackedRing = (asked: Asked): void => {
  const { ofFlavor, ofImage } = askedOf(asked, 'virtio_packed_ring')
  if (ofFlavor === undefined || ofImage === undefined) return
  const [flavor, image] = [asksForTrue(ofFlavor), asksForTrue(ofImage)]
  if (flavor !== image)
    throw errors.BadRequest({
      reason:
        `Flavor has hw:virtio_packed_ring extra spec explicitly set to ${word(flavor)}, ` +
        `conflicting with image which has hw_virtio_packed_ring explicitly set to ${word(image)}.`,
    })
}
