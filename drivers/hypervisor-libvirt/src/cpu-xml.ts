import { cpuLists } from '@nimbo/compute/driver/cpu-lists'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { cpuTopology } from '@nimbo/local-guests/cpu-topology'
import { wantedAddressSize } from '@nimbo/local-guests/wanted-hardware'
import type { CpuOptions } from './guest-options.ts'
import { guestNumaElement, pinElements } from './numa-xml.ts'
import { type Element, element } from './xml.ts'

const modelOf = (cpu: CpuOptions, virtType: 'kvm' | 'qemu') => {
  const mode = cpu.mode ?? (virtType === 'kvm' ? 'host-model' : 'none')
  if (mode === 'none') return { attributes: {}, parts: [] }
  const features = cpu.extraFlags.map((flag) =>
    element('feature', {
      policy: flag.startsWith('-') ? 'disable' : 'require',
      name: flag.replace(/^[+-]/, '').toLowerCase(),
    }),
  )
  if (mode !== 'custom') return { attributes: { mode }, parts: features }
  return { attributes: { mode, match: 'exact' }, parts: [element('model', {}, cpu.models[0]), ...features] }
}

const addressSize = (order: SpawnOrder): Element | undefined => {
  const wanted = wantedAddressSize(order)
  return wanted === undefined ? undefined : element('maxphysaddr', { ...wanted })
}

/** The `<cpu>` element. Without a configured mode, guests get the host's model with KVM, and QEMU's own with emulation. */
export const cpuElement = (order: SpawnOrder, virtType: 'kvm' | 'qemu', cpu: CpuOptions): Element => {
  const { attributes, parts } = modelOf(cpu, virtType)
  const topology = element('topology', { ...cpuTopology(order) })
  return element('cpu', attributes, ...parts, topology, addressSize(order), guestNumaElement(order))
}

/** The number of the guest's CPUs, and the host CPUs on which a guest without a NUMA topology runs. */
export const vcpuElement = ({ vcpus, sharedCpus }: Pick<SpawnOrder, 'vcpus' | 'sharedCpus'>): Element =>
  element('vcpu', sharedCpus === undefined ? {} : { cpuset: cpuLists.write(sharedCpus) }, String(vcpus))

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
