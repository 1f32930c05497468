import type { SchedulerOptionGroup, Sections } from './filter.ts'
import type { ConfiguredWeigher, Weigher } from './weigher.ts'
import { buildFailureWeigher } from './weighers/build-failure-weigher.ts'
import { cpuWeigher } from './weighers/cpu-weigher.ts'
import { crossCellWeigher } from './weighers/cross-cell-weigher.ts'
import { diskWeigher } from './weighers/disk-weigher.ts'
import { hypervisorVersionWeigher } from './weighers/hypervisor-version-weigher.ts'
import { imagePropertiesWeigher } from './weighers/image-properties-weigher.ts'
import { ioOpsWeigher } from './weighers/io-ops-weigher.ts'
import { metricsWeigher } from './weighers/metrics-weigher.ts'
import { numInstancesWeigher } from './weighers/num-instances-weigher.ts'
import { pciWeigher } from './weighers/pci-weigher.ts'
import { ramWeigher } from './weighers/ram-weigher.ts'
import { softAffinityWeigher } from './weighers/soft-affinity-weigher.ts'
import { softAntiAffinityWeigher } from './weighers/soft-anti-affinity-weigher.ts'

/** Every weigher that can be enabled. */
const catalogue: readonly ConfiguredWeigher[] = [
  ...[ramWeigher, cpuWeigher, diskWeigher, softAffinityWeigher, softAntiAffinityWeigher, ioOpsWeigher],
  ...[buildFailureWeigher, crossCellWeigher, hypervisorVersionWeigher, numInstancesWeigher],
  ...[imagePropertiesWeigher, metricsWeigher, pciWeigher],
]

/** The name that enables all weighers. */
export const allWeighers = 'nova.scheduler.weights.all_weighers'

const weigherNames: readonly string[] = catalogue.map(({ name }) => name)

/** The options of weighers. */
export const weigherOptions: readonly SchedulerOptionGroup[] = catalogue.flatMap(({ options }) => options)

/** Accepts `RAMWeigher` and Nova's full module path. */
const isCalled = (name: string, wanted: string): boolean => wanted === name || wanted.endsWith(`.${name}`)

/** The weighers with these names. Throws for an unknown name. */
export const weighersNamed = (names: readonly string[], config: Sections): readonly Weigher[] => {
  const wanted = names.includes(allWeighers) ? weigherNames : names
  return wanted.map((name) => {
    const weigher = catalogue.find((known) => isCalled(known.name, name))
    if (weigher === undefined)
      throw new Error(`"${name}" is no scheduler weigher; there are ${weigherNames.join(', ')}`)
    return weigher.configured(config)
  })
}
