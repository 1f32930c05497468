import { errors } from '../../errors.ts'

export type DiskConfig = 'AUTO' | 'MANUAL'

const isTrue = (text: string | undefined): boolean => /^(true|1|on|yes|y|t)$/i.test(text ?? '')

interface Asked {
  readonly asked: DiskConfig | undefined
  readonly properties: Readonly<Record<string, string>>
  readonly imageId: string
}

/** Throws `AutoDiskConfigDisabledByImage` for an automatic disk configuration that the image does not allow. */
export const requireDiskConfig = ({ asked, properties, imageId }: Asked): void => {
  if (asked === 'AUTO' && properties.auto_disk_config?.toLowerCase() === 'disabled')
    throw errors.AutoDiskConfigDisabledByImage({ image: imageId })
}

/** The disk configuration of a new server: as asked, or else as its image says. Throws like {@link requireDiskConfig}. */
export const diskConfigOf = (wanted: Asked): DiskConfig => {
  requireDiskConfig(wanted)
  return wanted.asked ?? (isTrue(wanted.properties.auto_disk_config) ? 'AUTO' : 'MANUAL')
}
