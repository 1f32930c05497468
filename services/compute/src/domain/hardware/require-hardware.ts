import type { Asked } from '../numa/asked.ts'
import { requireTopology } from '../numa/require-topology.ts'
import { requireTpm } from './require-tpm.ts'

/** Throws when the hardware that flavor and image request together cannot be. */
export const requireHardware = (asked: Asked): void => {
  requireTopology(asked)
  requireTpm(asked)
}
