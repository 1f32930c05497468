import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { type Element, element } from './xml.ts'

const positive = (text: string | undefined): number | undefined => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

/** Sockets, cores and threads: flavor before image; a topology that does not multiply to the vcpus is not taken. */
const topology = ({ vcpus, extraSpecs, imageProperties }: SpawnOrder): Element => {
  const wish = (part: string) =>
    positive(extraSpecs[`hw:cpu_${part}`]) ?? positive(imageProperties[`hw_cpu_${part}`])
  const cores = wish('cores') ?? 1
  const threads = wish('threads') ?? 1
  const sockets = wish('sockets') ?? vcpus / (cores * threads)
  const fits = Number.isInteger(sockets) && sockets * cores * threads === vcpus
  return element('topology', fits ? { sockets, cores, threads } : { sockets: vcpus, cores: 1, threads: 1 })
}

/** Under KVM the guest gets the host's model; QEMU's own emulation has a model that it names itself. */
export const cpuElement = (order: SpawnOrder, virtType: 'kvm' | 'qemu'): Element =>
  element('cpu', virtType === 'kvm' ? { mode: 'host-model' } : {}, topology(order))

/** `quota:cpu_*` of the flavor as cgroup limits. */
export const cpuTuneElement = ({ extraSpecs }: SpawnOrder): Element | undefined => {
  const limits = (['shares', 'period', 'quota'] as const).flatMap((name) => {
    const value = extraSpecs[`quota:cpu_${name}`]
    return value === undefined ? [] : [element(name, {}, value)]
  })
  return limits.length > 0 ? element('cputune', {}, ...limits) : undefined
}
