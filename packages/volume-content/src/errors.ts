import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  /** The end of a volume is not empty, and a LUKS header takes its place. */
  NoRoomForHeader: fault<{ bytes: number }>(
    'badRequest',
    ({ bytes }) => `the last ${bytes} bytes of the volume are in use, and its LUKS header needs that room`,
  ),
})
