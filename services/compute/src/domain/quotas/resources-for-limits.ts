import { type RequestedResources, requestedResources } from '../scheduling/requested-resources.ts'
import type { EmbeddedFlavor } from '../servers/request-spec.ts'

const policyKey = 'hw:cpu_policy'
const maskKey = 'hw:cpu_dedicated_mask'

const numbersIn = (range: string): readonly number[] => {
  const [first = Number.NaN, last = first] = range.split('-').map(Number)
  return first <= last ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : []
}

/** Number of CPUs that a CPU mask selects, such as `0-1,4`, `^3` or `0-7,^2`. */
const countInMask = (mask: string, vcpus: number): number => {
  const items = mask.split(',').map((item) => item.trim())
  const named = items.filter((item) => !item.startsWith('^')).flatMap(numbersIn)
  const left = new Set(named.length > 0 ? named : numbersIn(`0-${vcpus - 1}`))
  for (const item of items)
    if (item.startsWith('^')) for (const one of numbersIn(item.slice(1))) left.delete(one)
  return [...left].filter((one) => one < vcpus).length
}

/** Number of the flavor's vCPUs that get a dedicated host CPU. */
const dedicated = ({ vcpus, extraSpecs }: EmbeddedFlavor): number => {
  const policy = extraSpecs[policyKey]
  if (policy === 'dedicated') return vcpus
  return policy === 'mixed' ? countInMask(extraSpecs[maskKey] ?? '', vcpus) : 0
}

/**
 * The amount of each resource class that a server of this flavor counts against unified limits: its placement request, with
 * dedicated vCPUs as PCPU.
 */
export const resourcesForLimits = (flavor: EmbeddedFlavor, fromVolume: boolean): RequestedResources => {
  const resources = requestedResources(flavor, fromVolume)
  const own = dedicated(flavor)
  const names = ['VCPU', 'PCPU'].filter((name) => `resources:${name}` in flavor.extraSpecs)
  if (own === 0 || names.length > 0) return resources
  const { VCPU: all = 0, ...others } = resources
  return { ...others, PCPU: own, ...(all > own ? { VCPU: all - own } : {}) }
}
