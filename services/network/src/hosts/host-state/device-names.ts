/** Linux takes interface names of up to 15 characters; 11 of an id keep them apart. */
const idLength = 11

/** The bridge of a network on every host. */
export const bridgeName = (networkId: string): string => `brq${networkId.slice(0, idLength)}`

/** The host's end of a port: what a hypervisor plugs. */
export const tapName = (portId: string): string => `tap${portId.slice(0, idLength)}`
