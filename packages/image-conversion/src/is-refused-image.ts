import { type Fault, isFault } from '@nimbo/kernel/errors'

/** Whether something failed because of what an image is: then no other host can make more of it. */
export const isRefusedImage = (error: unknown): error is Fault =>
  isFault(error, 'ImageUnsafe', 'ImageFormatMismatch', 'ImageTooLarge', 'FormatNotConverted')
