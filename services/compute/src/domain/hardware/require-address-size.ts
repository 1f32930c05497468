import { errors } from '../../errors.ts'
import type { Asked } from '../numa/asked.ts'
import { agreed } from './agreed.ts'

const modes = ['passthrough', 'emulate']

/** Throws, in Nova's words, when flavor and image want physical addresses of different modes, or of one that does not exist. */
export const requireAddressSize = (asked: Asked): void => {
  const mode = agreed(asked, 'maxphysaddr_mode')
  if (mode !== undefined && !modes.includes(mode))
    throw errors.BadRequest({
      reason: `Invalid Maxphyaddr mode '${mode}'. Allowed values: ${modes.join(', ')}.`,
    })
}
