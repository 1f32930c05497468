import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Failures of confined programs and of conversions, other than refusing the image. */
export const errors = defineErrors({
  ImageTooLarge: fault<{ virtualSize: number; most: number }>(
    'badRequest',
    ({ virtualSize, most }) => `its disk has ${virtualSize} bytes, and ${most} are all it may have`,
  ),
  /** No driver for this format. */
  FormatNotConverted: fault<{ format: string }>(
    'badRequest',
    ({ format }) => `images of format ${format} cannot be converted`,
  ),
  ProgramFailed: fault<{ name: string; reason: string }>(
    'internal',
    ({ name, reason }) => `${name} failed: ${reason}`,
  ),
})
