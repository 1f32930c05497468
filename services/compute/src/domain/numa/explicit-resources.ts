import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'
import { type Asked, refused } from './asked.ts'

type Policies = Pick<GuestTopology, 'cpuPolicy' | 'cpuThreadPolicy' | 'emulatorThreadsPolicy'>

const amountOf = ({ flavor }: Asked, resourceClass: string): number => {
  const key = new RegExp(`^resources([1-9][0-9]*)?:${resourceClass}$`)
  return Object.entries(flavor.extraSpecs)
    .filter(([name, value]) => key.test(name) && /^[0-9]+$/.test(value))
    .reduce((sum, [, value]) => sum + Number(value), 0)
}

const hyperthreading = ({ flavor, imageProperties }: Asked): string | undefined => {
  const found = Object.entries(flavor.extraSpecs).find(([name]) =>
    /^trait([1-9][0-9]*)?:HW_CPU_HYPERTHREADING$/.test(name),
  )
  return (
    found?.[1] ?? (imageProperties['trait:HW_CPU_HYPERTHREADING'] === 'required' ? 'required' : undefined)
  )
}

/** Policies as explicit resource and trait requests imply them; a request may use one of the two ways only. */
export const withExplicitResources = (asked: Asked, policies: Policies): Policies => {
  const [vcpus, pcpus] = [amountOf(asked, 'VCPU'), amountOf(asked, 'PCPU')]
  if (policies.cpuPolicy !== undefined && (vcpus > 0 || pcpus > 0))
    throw refused(
      "It is not possible to use the 'resources:VCPU' or 'resources:PCPU' extra specs in combination with the 'hw:cpu_policy' extra spec or 'hw_cpu_policy' image metadata property; use one or the other",
    )
  if (vcpus > 0 && pcpus > 0)
    throw refused(
      "It is not possible to specify both 'resources:VCPU' and 'resources:PCPU' extra specs; use one or the other",
    )
  if (pcpus > 0) requireAll(asked, policies, pcpus)
  const cpuPolicy = pcpus > 0 ? 'dedicated' : vcpus > 0 ? 'shared' : policies.cpuPolicy
  const trait = hyperthreading(asked)
  if (trait !== undefined && policies.cpuThreadPolicy !== undefined)
    throw refused(
      "It is not possible to use the 'trait:HW_CPU_HYPERTHREADING' extra spec in combination with the 'hw:cpu_thread_policy' extra spec or 'hw_cpu_thread_policy' image metadata property; use one or the other",
    )
  const ofTrait = trait === 'forbidden' ? 'isolate' : trait === 'required' ? 'require' : undefined
  const cpuThreadPolicy = policies.cpuThreadPolicy ?? ofTrait
  return {
    ...policies,
    ...(cpuPolicy === undefined ? {} : { cpuPolicy }),
    ...(cpuThreadPolicy === undefined ? {} : { cpuThreadPolicy }),
  }
}

const requireAll = ({ flavor }: Asked, { emulatorThreadsPolicy }: Policies, pcpus: number): void => {
  if (emulatorThreadsPolicy === 'isolate' && pcpus !== flavor.vcpus + 1)
    throw refused(
      "You have requested 'hw:emulator_threads_policy=isolate' but have not requested sufficient PCPUs to handle this policy; you must allocate exactly flavor.vcpus + 1 PCPUs.",
    )
  if (emulatorThreadsPolicy !== 'isolate' && pcpus !== flavor.vcpus)
    throw refused(
      "There is a mismatch between the number of PCPUs requested via 'resourcesNN:PCPU' and the flavor); you must allocate exactly flavor.vcpus PCPUs",
    )
}
