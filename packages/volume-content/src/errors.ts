import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  /** The end of the volume is in use, but its LUKS header needs that space. */
  NoRoomForHeader: fault<{ bytes: number }>(
    'badRequest',
    ({ bytes }) => `the last ${bytes} bytes of the volume are in use, and its LUKS header needs that room`,
  ),
})
