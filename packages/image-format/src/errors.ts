import { defineErrors, type Fault, fault } from '@nimbo/kernel/errors'

/** Why an image is refused, in Glance's words. */
export const errors = defineErrors({
  /** It refers to other files, or is incomplete. */
  ImageUnsafe: fault<{ reason: string }>(
    'unsupportedMedia',
    ({ reason }) => `Image failed safety checks: ${reason}`,
  ),
  ImageFormatMismatch: fault<{ claimed: string; found: string }>(
    'unsupportedMedia',
    ({ claimed, found }) => `Image disk_format ${claimed} does not match stream data ${found}`,
  ),
})

/** Makes the fault of an unsafe image; `reason` follows a colon. */
export const unsafe = (reason: string): Fault => errors.ImageUnsafe({ reason })
