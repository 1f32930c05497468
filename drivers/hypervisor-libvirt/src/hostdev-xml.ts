import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { type Element, element } from './xml.ts'

/** The attributes of `<address>` for a PCI address of the host. */
export const pciAddress = (address: string): Readonly<Record<string, string>> => {
  const [domain = '', bus = '', slot = '', fn = ''] = address.split(/[:.]/)
  return { domain: `0x${domain}`, bus: `0x${bus}`, slot: `0x${slot}`, function: `0x${fn}` }
}

/** The devices of the host that a guest gets, without those of its interfaces. */
export const hostdevElements = ({
  pciDevices = [],
  mediatedDevices = [],
}: SpawnOrder): readonly Element[] => [
  ...pciDevices.map(({ address, managed }) =>
    element(
      'hostdev',
      { mode: 'subsystem', type: 'pci', managed: managed ? 'yes' : 'no' },
      element('source', {}, element('address', pciAddress(address))),
    ),
  ),
  ...mediatedDevices.map(({ uuid }) =>
    element(
      'hostdev',
      { mode: 'subsystem', type: 'mdev', model: 'vfio-pci' },
      element('source', {}, element('address', { uuid })),
    ),
  ),
]
