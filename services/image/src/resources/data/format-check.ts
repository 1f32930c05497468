import { requireBeginning } from '@nimbo/image-format/require-beginning'
import type { GlanceConfig } from '../../config.ts'
import { isInspected } from './inspection-rules.ts'

/** Checks the first bytes of an image; throws if they cannot be of its disk format. */
export const formatCheck =
  ({ image_format: { require_image_format_match } }: GlanceConfig, diskFormat: string, container: string) =>
  (head: Buffer): void => {
    if (require_image_format_match && isInspected(container)) requireBeginning(diskFormat, head)
  }
