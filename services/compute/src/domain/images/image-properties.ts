import { Image } from '@nimbo/contracts/image/images'

/** What stands beside an image's attributes: compute's old API called it the image's metadata. */
export const imageProperties = (
  image: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(image).filter(([name]) => !(name in Image.properties)))
