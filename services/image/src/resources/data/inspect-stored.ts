import { inspectImage } from '@nimbo/image-format/inspect-image'
import { requireDiskFormat } from '@nimbo/image-format/require-disk-format'
import { isFault } from '@nimbo/kernel/errors'
import { inspectionRules } from './inspection-rules.ts'
import type { ImageApp } from '../../app/app.ts'
import type { ImageStore } from '../../driver/image-store.ts'

/**
 * Inspects a stored image and returns its virtual size. Throws unless it is safe and has its claimed disk format; if
 * `require_image_format_match` is off, returns null for another format.
 */
export const inspectStored = async (
  { config }: Pick<ImageApp, 'config'>,
  store: ImageStore,
  claimed: string,
  id: string,
): Promise<number | null> => {
  await using bytes = await store.open(id)
  const inspected = await inspectImage(bytes, inspectionRules(config.image_format))
  try {
    requireDiskFormat(claimed, inspected.format)
    return inspected.virtualSize
  } catch (error) {
    if (config.image_format.require_image_format_match || !isFault(error, 'ImageFormatMismatch')) throw error
    return null
  }
}
