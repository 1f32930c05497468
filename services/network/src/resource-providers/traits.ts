const traitOf = (text: string): string => `CUSTOM_${text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`

/** The trait of providers whose device leads to a physical network. */
export const physicalNetworkTrait = (name: string): string => traitOf(`PHYSNET_${name}`)

/** The trait of providers that take interfaces of this `binding:vnic_type`. */
export const vnicTypeTrait = (vnicType: string): string => traitOf(`VNIC_TYPE_${vnicType}`)

/** The trait of the provider for networks that are tunnelled. */
export const tunnelTrait = 'CUSTOM_NETWORK_TUNNEL_PROVIDER'
