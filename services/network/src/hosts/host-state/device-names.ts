/** Linux allows interface names of 15 characters; 11 characters of an id are enough to be unique. */
const idLength = 11

/** The name of a network's bridge on every host. */
export const bridgeName = (networkId: string): string => `brq${networkId.slice(0, idLength)}`

/** The tap device of a port, which the hypervisor attaches to. */
export const tapName = (portId: string): string => `tap${portId.slice(0, idLength)}`
