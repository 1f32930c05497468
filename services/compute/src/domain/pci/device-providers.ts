import { namedUuid } from '@nimbo/kernel/named-uuid'
import type { HostDevice, OfferedDevice } from './host-device.ts'
import type { MdevOffer } from './mdev-offers.ts'
import { pciResourceClass, pciTraits } from './resource-naming.ts'

/** The node whose provider is the root of the tree. */
export interface NodeProvider {
  readonly id: string
  readonly name: string
}

/** A provider below a node, with its inventories by resource class. */
export interface DeviceProvider {
  readonly uuid: string
  readonly name: string
  readonly parentId: string
  readonly traits: readonly string[]
  readonly totals: Readonly<Record<string, number>>
}

const managedByNova = 'COMPUTE_MANAGED_PCI_DEVICE'

/** The address that names a device's provider: a virtual function belongs to the provider of its physical function. */
const rootAddress = ({
  address,
  type,
  parentAddress,
}: Pick<HostDevice, 'address' | 'type' | 'parentAddress'>): string =>
  type === 'type-VF' && parentAddress !== undefined ? parentAddress : address

const pciName = ({ name }: NodeProvider, address: string): string => `${name}_${address.toUpperCase()}`

/** The provider of a PCI device. */
export const providerOfDevice = (node: NodeProvider, device: Parameters<typeof rootAddress>[0]): string =>
  namedUuid(node.id, pciName(node, rootAddress(device)))

/** The providers of PCI devices: one for each device, or for each physical function with its virtual functions. */
export const pciProviders = (
  node: NodeProvider,
  devices: readonly OfferedDevice[],
): readonly DeviceProvider[] =>
  [...Map.groupBy(devices, rootAddress)].map(([address, below]) => {
    const name = pciName(node, address)
    const totals: Record<string, number> = {}
    for (const device of below) {
      const resourceClass = pciResourceClass(device)
      totals[resourceClass] = (totals[resourceClass] ?? 0) + 1
    }
    const traits = new Set([managedByNova, ...below.flatMap((device) => pciTraits(device.traits))])
    return { uuid: namedUuid(node.id, name), name, parentId: node.id, traits: [...traits], totals }
  })

const mdevName = ({ name }: NodeProvider, address: string): string =>
  `${name}_pci_${address.replaceAll(/[:.]/g, '_')}`

/** The provider of the mediated devices of a physical device. */
export const providerOfMdevs = (node: NodeProvider, address: string): string =>
  namedUuid(node.id, mdevName(node, address))

/** The providers of mediated devices, one for each physical device. */
export const mdevProviders = (node: NodeProvider, offers: readonly MdevOffer[]): readonly DeviceProvider[] =>
  offers.map(({ address, resourceClass, instances }) => ({
    ...{ uuid: providerOfMdevs(node, address), name: mdevName(node, address), parentId: node.id },
    ...{ traits: [], totals: { [resourceClass]: instances } },
  }))
