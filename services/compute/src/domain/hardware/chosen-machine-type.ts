import type { Server } from '../servers/server.ts'

/** The architecture of a server whose image names none. */
const usualArchitecture = 'x86_64'

/**
 * The machine type that a host chooses for a server; undefined if one is recorded with the server or named by its image, or the
 * host has no choice. `machineTypes` is by architecture.
 */
export const chosenMachineType = (
  { hw_machine_type: recorded, hw_architecture: architecture = usualArchitecture }: Server['imageProperties'],
  machineTypes: Readonly<Record<string, string>>,
): string | undefined => (recorded === undefined ? machineTypes[architecture] : undefined)
