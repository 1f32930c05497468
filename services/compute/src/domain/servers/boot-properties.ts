import type { RequestSpec } from './request-spec.ts'

interface Booted {
  readonly image?: RequestSpec['image']
  readonly volumeProperties?: RequestSpec['volumeProperties']
}

/** The properties (`hw_…`, `os_…` and the like) of the image from which a server boots, also if its content is on a volume. */
export const bootPropertiesOf = ({
  image,
  volumeProperties = {},
}: Booted): Readonly<Record<string, string>> => image?.properties ?? volumeProperties
