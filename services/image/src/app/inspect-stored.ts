import { bytesOf } from '@nimbo/http/message'
import type { ImageBytes } from '@nimbo/image-format/image-bytes'
import { inspectImage } from '@nimbo/image-format/inspect-image'
import { requireDiskFormat } from '@nimbo/image-format/require-disk-format'
import { isFault } from '@nimbo/kernel/errors'
import { inspectionRules } from '../domain/inspection-rules.ts'
import type { ImageStore } from '../driver/image-store.ts'
import type { ImageApp } from './app.ts'

/** Any part of what the store keeps under `id`. */
const bytesInStore = (store: ImageStore, id: string, size: number): ImageBytes => ({
  size,
  read: async (offset, length) => {
    const last = Math.min(offset + length, size) - 1
    return last < offset ? Buffer.alloc(0) : bytesOf(await store.read(id, { first: offset, last }))
  },
})

/**
 * Judges bytes that are whole in the store, and resolves to the size of their disk. Throws unless they are safe and of the
 * disk format their record claims; where the operator asks for no match, what they are otherwise has no size.
 */
export const inspectStored = async (
  { store, config }: Pick<ImageApp, 'store' | 'config'>,
  claimed: string,
  { id, size }: { readonly id: string; readonly size: number },
): Promise<number | null> => {
  const inspected = await inspectImage(bytesInStore(store, id, size), inspectionRules(config.image_format))
  try {
    requireDiskFormat(claimed, inspected.format)
    return inspected.virtualSize
  } catch (error) {
    if (config.image_format.require_image_format_match || !isFault(error, 'ImageFormatMismatch')) throw error
    return null
  }
}
