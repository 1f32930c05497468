import { defineErrors, type Fault, fault } from '@nimbo/kernel/errors'

/** Why an image is not taken, in Glance's words. */
export const errors = defineErrors({
  /** It could make its host read what is not the image's own, or is not whole. */
  ImageUnsafe: fault<{ reason: string }>(
    'unsupportedMedia',
    ({ reason }) => `Image failed safety checks: ${reason}`,
  ),
  ImageFormatMismatch: fault<{ claimed: string; found: string }>(
    'unsupportedMedia',
    ({ claimed, found }) => `Image disk_format ${claimed} does not match stream data ${found}`,
  ),
})

/** The fault of an image that is not safe; `reason` goes on after a colon. */
export const unsafe = (reason: string): Fault => errors.ImageUnsafe({ reason })
