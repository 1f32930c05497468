import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { cpuTopology } from '@nimbo/local-guests/cpu-topology'
import { guestNumaElement, pinElements } from './numa-xml.ts'
import { type Element, element } from './xml.ts'

/** With KVM the guest gets the host's CPU model; with emulation QEMU's default model. */
export const cpuElement = (order: SpawnOrder, virtType: 'kvm' | 'qemu'): Element =>
  element(
    'cpu',
    virtType === 'kvm' ? { mode: 'host-model' } : {},
    element('topology', { ...cpuTopology(order) }),
    guestNumaElement(order),
  )

/** `quota:cpu_*` of the flavor as cgroup limits, and where the guest's threads run. */
export const cpuTuneElement = (order: SpawnOrder): Element | undefined => {
  const { extraSpecs } = order
  const limits = (['shares', 'period', 'quota'] as const).flatMap((name) => {
    const value = extraSpecs[`quota:cpu_${name}`]
    return value === undefined ? [] : [element(name, {}, value)]
  })
  const parts = [...limits, ...pinElements(order)]
  return parts.length > 0 ? element('cputune', {}, ...parts) : undefined
}
