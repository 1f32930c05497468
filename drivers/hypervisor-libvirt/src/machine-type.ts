import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { GuestOptions } from './guest-options.ts'

/** The architecture of a server whose image names none. */
export const usualArchitecture = 'x86_64'

/** The order with the host's machine type for its architecture, unless its image names one. */
export const withMachineType = (
  order: SpawnOrder,
  { machineTypes }: Pick<GuestOptions, 'machineTypes'>,
): SpawnOrder => {
  const { imageProperties } = order
  const machine = machineTypes[imageProperties.hw_architecture ?? usualArchitecture]
  if (imageProperties.hw_machine_type !== undefined || machine === undefined) return order
  return { ...order, imageProperties: { ...imageProperties, hw_machine_type: machine } }
}
