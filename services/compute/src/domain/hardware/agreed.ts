import { errors } from '../../errors.ts'
import { type Asked, askedOf } from '../numa/asked.ts'

/** What flavor and image ask for a setting; both may, if they ask for the same. */
export const agreed = (asked: Asked, key: string): string | undefined => {
  const { ofFlavor, ofImage } = askedOf(asked, key)
  if (ofFlavor !== undefined && ofImage !== undefined && ofFlavor !== ofImage)
    throw errors.FlavorImageConflict({ setting: `hw:${key}`, ofFlavor, ofImage })
  return ofFlavor ?? ofImage
}
