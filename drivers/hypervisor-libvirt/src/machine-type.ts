import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { GuestOptions } from './guest-options.ts'

/** The architecture of a server whose image names none. */
export const usualArchitecture = 'x86_64'

/** The machine types of guests whose image names none, by architecture: those of the options, and otherwise that of every PC. */
export const machineTypesOf = ({
  machineTypes,
}: Pick<GuestOptions, 'machineTypes'>): Readonly<Record<string, string>> => ({
  [usualArchitecture]: 'pc',
  ...machineTypes,
})

/** The order with the host's machine type for its architecture, unless one is recorded with the server or named by its image. */
export const withMachineType = (
  order: SpawnOrder,
  guests: Pick<GuestOptions, 'machineTypes'>,
): SpawnOrder => {
  const { imageProperties } = order
  const machine = machineTypesOf(guests)[imageProperties.hw_architecture ?? usualArchitecture]
  if (imageProperties.hw_machine_type !== undefined || machine === undefined) return order
  return { ...order, imageProperties: { ...imageProperties, hw_machine_type: machine } }
}
