import { type DeviceSpecEntry, offeredDevices } from '../../domain/pci/device-specs.ts'
import { type EnabledMdevType, type MdevOffer, mdevOffers } from '../../domain/pci/mdev-offers.ts'
import type { Hypervisor } from '../../driver/hypervisor.ts'
import type { NodeInventory } from '../../driver/node-inventory.ts'
import { errors } from '../agent-errors.ts'
import type { HostDevices } from './host-devices.ts'

interface Deps {
  readonly specs: readonly DeviceSpecEntry[]
  readonly mdevTypes: readonly EnabledMdevType[]
  readonly hypervisor: Pick<Hypervisor, 'hostDevices'>
  readonly devices: Pick<HostDevices, 'setOffered'>
}

/**
 * Records the PCI devices of a node that `[pci] device_spec` offers, and resolves to the mediated devices that it
 * offers. Without any entry the hypervisor is not queried. Throws `PciPassthroughUnsupported` if the hypervisor cannot
 * give devices to guests: what an operator offers must not be silently missing.
 */
export const offersDevices =
  ({ specs, mdevTypes, hypervisor: { hostDevices }, devices }: Deps) =>
  async ({
    node,
    hypervisorType,
  }: Pick<NodeInventory, 'node' | 'hypervisorType'>): Promise<readonly MdevOffer[]> => {
    if (specs.length === 0 && mdevTypes.length === 0) {
      devices.setOffered(node, [])
      return []
    }
    if (hostDevices === undefined) throw errors.PciPassthroughUnsupported({ hypervisorType })
    const found = await hostDevices.list(node)
    devices.setOffered(node, offeredDevices(specs, found))
    return mdevOffers(mdevTypes, found)
  }
