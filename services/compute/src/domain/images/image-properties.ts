import { Image } from '@nimbo/contracts/image/images'

/** The additional properties of an image, which Nova's deprecated API calls metadata. */
export const imageProperties = (
  image: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(image).filter(([name]) => !(name in Image.properties)))
