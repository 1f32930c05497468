/** A PCI device of the host that a guest gets. */
export interface PassedDevice {
  readonly address: string
  /** Whether libvirt is to bind it to its driver by itself. */
  readonly managed: boolean
}
