import { defineErrors, fault } from '@nimbo/kernel/errors'

/** How a conversion can fail that was not refused for what the image is. */
export const errors = defineErrors({
  ImageTooLarge: fault<{ virtualSize: number; most: number }>(
    'badRequest',
    ({ virtualSize, most }) => `its disk has ${virtualSize} bytes, and ${most} are all it may have`,
  ),
  /** Nothing here can read images of that format. */
  FormatNotConverted: fault<{ format: string }>(
    'badRequest',
    ({ format }) => `images of format ${format} cannot be converted`,
  ),
  ConversionFailed: fault<{ reason: string }>('internal', ({ reason }) => `qemu-img failed: ${reason}`),
})
