import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { hidesHypervisor, wantsHpet, wantsPmu } from '@nimbo/local-guests/wanted-hardware'
import { ioapicElement } from './iommu-xml.ts'
import { bootsSecurely } from './trusted-parts.ts'
import { type Element, element } from './xml.ts'

const on = { state: 'on' }

const isWindows = ({ imageProperties }: SpawnOrder): boolean => imageProperties.os_type === 'windows'

/** The features of the machine that the firmware and the guest's system need, or that image and flavor ask for. */
export const featuresElement = (order: SpawnOrder, virtType: 'kvm' | 'qemu'): Element => {
  const pmu = wantsPmu(order)
  return element(
    'features',
    {},
    element('acpi'),
    element('apic'),
    bootsSecurely(order) ? element('smm', on) : undefined,
    isWindows(order) ? element('hyperv', {}, element('relaxed', on), element('vapic', on)) : undefined,
    // Without KVM there is nothing to hide.
    virtType === 'kvm' && hidesHypervisor(order) ? element('kvm', {}, element('hidden', on)) : undefined,
    pmu === undefined ? undefined : element('pmu', { state: pmu ? 'on' : 'off' }),
    ioapicElement(order),
  )
}

/** The clock: Windows takes it for local time. */
export const clockElement = (order: SpawnOrder): Element =>
  element(
    'clock',
    { offset: isWindows(order) ? 'localtime' : 'utc' },
    wantsHpet(order) ? element('timer', { name: 'hpet', present: 'yes' }) : undefined,
  )
