import { type Static, Type } from 'typebox'
import { oneOf } from './schemas.ts'

/** Where a guest finds one of its disks or interfaces. */
export const deviceAddress = Type.Object({
  /**
   * The interface's MAC address, the disk's name in the guest (`vda`), or the host's PCI address of a whole network card, whose
   * MAC address the hypervisor does not know.
   */
  of: Type.String(),
  bus: oneOf('pci', 'usb', 'scsi', 'ide'),
  /** Such as `0000:00:02.0` for PCI, `0:0:0:1` (controller, bus, target, unit) for SCSI, `1:0` (bus, unit) for IDE. */
  address: Type.String(),
})
export type DeviceAddress = Static<typeof deviceAddress>
