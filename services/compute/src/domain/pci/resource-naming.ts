import type { DeviceTags, HostDevice } from './host-device.ts'

const norm = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9_]/g, '_')

const custom = (text: string): string => {
  const name = norm(text)
  return name.startsWith('CUSTOM_') ? name : `CUSTOM_${name}`
}

/** The standard resource classes for PCI devices. */
const standard = ['PGPU', 'VGPU', 'PCI_DEVICE', 'SRIOV_NET_VF', 'FPGA']

/** The resource class of a device: the configured one, or one such as `CUSTOM_PCI_8086_1563` from vendor and product. */
export const pciResourceClass = ({
  resourceClass,
  vendorId,
  productId,
}: Pick<DeviceTags, 'resourceClass'> & Partial<Pick<HostDevice, 'vendorId' | 'productId'>>): string => {
  if (resourceClass === undefined) return custom(`PCI_${vendorId ?? ''}_${productId ?? ''}`)
  return standard.includes(norm(resourceClass)) ? norm(resourceClass) : custom(resourceClass)
}

/** The namespaces of standard traits. */
const standardTrait = /^(COMPUTE|HW|MISC|OWNER|STORAGE)_/

/** Traits with the names that placement uses; those outside the standard namespaces become custom traits. */
export const pciTraits = (named: readonly string[] = []): readonly string[] =>
  named.map((trait) => (standardTrait.test(norm(trait)) ? norm(trait) : custom(trait))).sort()
