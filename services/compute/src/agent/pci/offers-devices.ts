import { type DeviceSpecEntry, offeredDevices } from '../../domain/pci/device-specs.ts'
import type { NodeInventory } from '../../driver/node-inventory.ts'
import { errors } from '../agent-errors.ts'
import type { HostDevices } from './host-devices.ts'

/**
 * Keeps those PCI devices of a node that `[pci] device_spec` offers. Throws `PciPassthroughUnsupported` where the hypervisor
 * cannot give devices to guests: what an operator offers must not be silently missing.
 */
export const offersDevices =
  (specs: readonly DeviceSpecEntry[], devices: Pick<HostDevices, 'setOffered'>) =>
  ({ node, hypervisorType, pciDevices }: NodeInventory): void => {
    if (specs.length > 0 && pciDevices === undefined)
      throw errors.PciPassthroughUnsupported({ hypervisorType })
    devices.setOffered(node, offeredDevices(specs, pciDevices ?? []))
  }
