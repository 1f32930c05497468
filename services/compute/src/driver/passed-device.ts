/** A PCI device of the host that a guest gets. */
export interface PassedDevice {
  readonly address: string
  /** Whether libvirt binds the device to its driver by itself. */
  readonly managed: boolean
}
