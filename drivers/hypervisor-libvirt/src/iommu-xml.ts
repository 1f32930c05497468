import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { errors } from '@nimbo/local-guests/errors'
import { wantedIommu } from '@nimbo/local-guests/wanted-hardware'
import { usualArchitecture } from './machine-type.ts'
import { type Element, element } from './xml.ts'

/** The machine types that can have an IOMMU, by architecture. */
const machines: Readonly<Record<string, string>> = { x86_64: 'q35', i686: 'q35', aarch64: 'virt' }

const on = 'on'

/**
 * The guest's IOMMU, with which it can give devices to guests or programs of its own. `auto` is the model of virtio, which every
 * supported machine can have. Throws `InvalidVIOMMUMachineType` or `InvalidVIOMMUArchitecture` where the machine can have none.
 */
export const iommuElement = (order: SpawnOrder, virtType: 'kvm' | 'qemu'): Element | undefined => {
  const wanted = wantedIommu(order)
  if (wanted === undefined) return undefined
  const { hw_machine_type: machine = 'pc', hw_architecture: architecture = usualArchitecture } =
    order.imageProperties
  const needed = Object.hasOwn(machines, architecture) ? machines[architecture] : undefined
  if (needed === undefined) throw errors.InvalidVIOMMUArchitecture({ architecture })
  if (!machine.includes(needed)) throw errors.InvalidVIOMMUMachineType({ machine, architecture })
  const model = wanted === 'auto' ? 'virtio' : wanted
  return element(
    'iommu',
    { model },
    // 48 bits is the larger of the two widths that QEMU has, and it has extended interrupts with KVM only. libvirt takes these
    // attributes for Intel's model only.
    model === 'intel'
      ? element('driver', {
          ...{ intremap: on, caching_mode: on, eim: virtType === 'kvm' ? on : undefined },
          ...{ iotlb: on, aw_bits: 48 },
        })
      : undefined,
  )
}

/** Interrupts can be remapped only if QEMU emulates the IO APIC. */
export const ioapicElement = (order: SpawnOrder): Element | undefined =>
  wantedIommu(order) === 'intel' ? element('ioapic', { driver: 'qemu' }) : undefined
