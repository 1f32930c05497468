import { Image } from '@nimbo/contracts/image/images'

/** The properties of an image beyond its attributes, which Nova's deprecated API calls metadata. */
export const imageProperties = (
  image: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(image).filter(([name]) => !(name in Image.properties)))
