/** Nova's types of PCI devices: a plain device, a physical function that has virtual functions, or a virtual function. */
export type PciDeviceType = 'type-PCI' | 'type-PF' | 'type-VF'

/** A type of mediated devices, such as `nvidia-35`. */
export interface MdevType {
  readonly id: string
  /** How many there can be in all, including those that exist. */
  readonly instances: number
}

/** A PCI device as the hypervisor of a host sees it. */
export interface HostDevice {
  /** For example `0000:81:00.0`. */
  readonly address: string
  /** Four hexadecimal digits in lower case, like `productId`. */
  readonly vendorId: string
  readonly productId: string
  readonly type: PciDeviceType
  /** For a virtual function, the address of its physical function. */
  readonly parentAddress?: string
  readonly numaNode?: number
  /** The names of its network interfaces on the host. */
  readonly interfaces?: readonly string[]
  readonly macAddress?: string
  /** For a virtual function: its number on its physical function, from 0, and the MAC address of the physical function. */
  readonly functionNumber?: number
  readonly parentMacAddress?: string
  /** The serial number of the card, from its vital product data. */
  readonly cardSerialNumber?: string
  /** The types of mediated devices that it can be divided into, and how many of each. */
  readonly mdevTypes?: readonly MdevType[]
}

/** The tags that `[pci] device_spec` gives to a device. */
export interface DeviceTags {
  readonly physicalNetwork?: string
  readonly trusted?: boolean
  readonly remoteManaged?: boolean
  readonly resourceClass?: string
  readonly traits?: readonly string[]
  /** Whether libvirt binds the device to its driver by itself; absent means that it does. */
  readonly managed?: boolean
  readonly liveMigratable?: boolean
  readonly oneTimeUse?: boolean
}

/** A device that its host offers to servers. */
export interface OfferedDevice extends HostDevice, DeviceTags {}

/** A device without the details that only its host needs: the conductor and the scheduler do not use them. */
export const asReported = ({
  interfaces: _interfaces,
  macAddress: _mac,
  functionNumber: _number,
  parentMacAddress: _parentMac,
  cardSerialNumber: _serial,
  mdevTypes: _types,
  ...reported
}: OfferedDevice) => reported
