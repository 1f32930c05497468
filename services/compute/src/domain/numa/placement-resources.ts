import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'
import type { RequestedResources } from '../scheduling/requested-resources.ts'

export const hyperthreadingTrait = 'HW_CPU_HYPERTHREADING'

const pinnedCpus = ({ cells, emulatorThreadsPolicy }: GuestTopology): number =>
  cells.reduce((sum, { pcpuset }) => sum + pcpuset.length, 0) + (emulatorThreadsPolicy === 'isolate' ? 1 : 0)

const pins = (topology: GuestTopology | undefined): topology is GuestTopology =>
  topology?.cpuPolicy === 'dedicated' || topology?.cpuPolicy === 'mixed'

/** Placement's resources of a pinned server: `PCPU` for dedicated CPUs, `VCPU` for the rest. */
export const pinnedResources = (
  resources: RequestedResources,
  topology: GuestTopology | undefined,
): RequestedResources => {
  if (!pins(topology)) return resources
  const { VCPU: _vcpus, PCPU: _pcpus, ...others } = resources
  const shared = topology.cells.reduce((sum, { cpuset }) => sum + cpuset.length, 0)
  return { ...(shared > 0 ? { VCPU: shared } : {}), PCPU: pinnedCpus(topology), ...others }
}

/** The trait that a thread policy requires or, with `!`, forbids. */
export const threadTraits = (topology: GuestTopology | undefined): readonly string[] => {
  if (!pins(topology)) return []
  if (topology.cpuThreadPolicy === 'require') return [hyperthreadingTrait]
  return topology.cpuThreadPolicy === 'isolate' ? [`!${hyperthreadingTrait}`] : []
}

/** The request for hosts that offer no `PCPU` (`vcpu_pin_set`); undefined for a server that is not pinned. */
export const withoutPinning = (
  resources: RequestedResources,
  traits: readonly string[],
): { readonly resources: RequestedResources; readonly traits: readonly string[] } | undefined => {
  const { PCPU: pcpus, VCPU: vcpus = 0, ...others } = resources
  return pcpus === undefined
    ? undefined
    : {
        resources: { VCPU: vcpus + pcpus, ...others },
        traits: traits.filter((trait) => trait.replace('!', '') !== hyperthreadingTrait),
      }
}
