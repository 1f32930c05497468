import type { Asked } from '../numa/asked.ts'
import { requireTopology } from '../numa/require-topology.ts'
import { requireAddressSize } from './require-address-size.ts'
import { requireImageProperties } from './require-image-properties.ts'
import { requirePackedRing } from './require-packed-ring.ts'
import { requireSerialPorts } from './require-serial-ports.ts'
import { requireTpm } from './require-tpm.ts'

/** Throws when the hardware that flavor and image request together cannot be. */
export const requireHardware = (asked: Asked): void => {
  requirePackedRing(asked)
  requireImageProperties(asked.imageProperties)
  requireSerialPorts(asked)
  requireTopology(asked)
  requireTpm(asked)
  requireAddressSize(asked)
}
