/** Nova's names of what a PCI device is: a plain one, a physical function with virtual ones below it, or a virtual one. */
export type PciDeviceType = 'type-PCI' | 'type-PF' | 'type-VF'

/** A type of mediated devices, such as `nvidia-35`. */
export interface MdevType {
  readonly id: string
  /** Made and not made. */
  readonly instances: number
}

/** A PCI device as the hypervisor of a host sees it. */
export interface HostDevice {
  /** `0000:81:00.0`. */
  readonly address: string
  /** Four hexadecimal digits in lower case, as `productId`. */
  readonly vendorId: string
  readonly productId: string
  readonly type: PciDeviceType
  /** The physical function of a virtual one. */
  readonly parentAddress?: string
  readonly numaNode?: number
  /** The names of its network interfaces on the host. */
  readonly interfaces?: readonly string[]
  readonly macAddress?: string
  /** Of a virtual function: its number below its physical one, from 0, and the MAC address of that one. */
  readonly functionNumber?: number
  readonly parentMacAddress?: string
  /** The serial number of the card, from its vital product data. */
  readonly cardSerialNumber?: string
  /** The types of mediated devices that it can be divided into, and how many of each it can be. */
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

/** A device without what only its host has to know: whoever schedules or keeps books does not ask for it. */
export const asReported = ({
  interfaces: _interfaces,
  macAddress: _mac,
  functionNumber: _number,
  parentMacAddress: _parentMac,
  cardSerialNumber: _serial,
  mdevTypes: _types,
  ...reported
}: OfferedDevice) => reported
