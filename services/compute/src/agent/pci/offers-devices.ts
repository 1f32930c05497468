import { type DeviceSpecEntry, offeredDevices } from '../../domain/pci/device-specs.ts'
import type { Hypervisor } from '../../driver/hypervisor.ts'
import type { NodeInventory } from '../../driver/node-inventory.ts'
import { errors } from '../agent-errors.ts'
import type { HostDevices } from './host-devices.ts'

interface Deps {
  readonly specs: readonly DeviceSpecEntry[]
  readonly hypervisor: Pick<Hypervisor, 'hostDevices'>
  readonly devices: Pick<HostDevices, 'setOffered'>
}

/**
 * Keeps those PCI devices of a node that `[pci] device_spec` offers. Throws `PciPassthroughUnsupported` where the hypervisor
 * cannot give devices to guests: what an operator offers must not be silently missing. Without any entry nothing is asked.
 */
export const offersDevices =
  ({ specs, hypervisor: { hostDevices }, devices }: Deps) =>
  async ({ node, hypervisorType }: Pick<NodeInventory, 'node' | 'hypervisorType'>): Promise<void> => {
    if (specs.length === 0) return devices.setOffered(node, [])
    if (hostDevices === undefined) throw errors.PciPassthroughUnsupported({ hypervisorType })
    devices.setOffered(node, offeredDevices(specs, await hostDevices.list(node)))
  }
