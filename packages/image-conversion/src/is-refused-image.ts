import { type Fault, isFault } from '@nimbo/kernel/errors'

/** Whether a failure is due to the image itself, so that no other host can succeed. */
export const isRefusedImage = (error: unknown): error is Fault =>
  isFault(error, 'ImageUnsafe', 'ImageFormatMismatch', 'ImageTooLarge', 'FormatNotConverted')
