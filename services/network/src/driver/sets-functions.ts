import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'

/** The network cards of a host whose virtual functions are for ports. */
export interface NetworkCards {
  /** The names of the cards on each physical network. */
  readonly byPhysicalNetwork: Readonly<Record<string, readonly string[]>>
  /** PCI addresses of functions that are left alone, by card. */
  readonly excluded: Readonly<Record<string, readonly string[]>>
}

/** Sets the virtual functions of a host's network cards. */
export interface SetsFunctions {
  /**
   * Sets link state, spoof check and rate of the port's virtual function to those of the port. False while no card on the port's
   * physical network has that function. The hypervisor sets MAC address and VLAN. Throws when the card cannot do what the port
   * needs.
   */
  setFunction(port: WiredPort): Promise<boolean>
}
