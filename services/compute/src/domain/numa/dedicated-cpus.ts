import { type Asked, askedOf, asksForTrue, refused } from './asked.ts'
import { readCpuSpec } from './cpu-spec.ts'
import { emulatorThreadsPolicy } from './cpu-policies.ts'

const realtimeMissing =
  'Use of realtime CPUs requires either one or more non-realtime CPU(s) or offloaded emulator threads.'

/** The guest CPUs of a mask; one that begins with an exclusion excludes from all. */
const ofMask = (mask: string, vcpus: number): readonly number[] =>
  readCpuSpec(mask.trim().startsWith('^') ? `0-${vcpus - 1},${mask}` : mask)

/** The guest CPUs of `hw:cpu_dedicated_mask`, for the mixed policy. */
export const dedicatedMask = ({ flavor }: Asked): readonly number[] | undefined => {
  const mask = flavor.extraSpecs['hw:cpu_dedicated_mask']
  if (!mask) return undefined
  const cpus = ofMask(mask, flavor.vcpus)
  const shared = flavor.vcpus - cpus.filter((cpu) => cpu < flavor.vcpus).length
  if (cpus.length === 0 || shared === 0)
    throw refused(
      "Mixed instance must have at least 1 pinned vCPU and 1 unpinned vCPU. See 'hw:cpu_dedicated_mask'.",
    )
  if (cpus.some((cpu) => cpu >= flavor.vcpus))
    throw refused(
      'Mixed instance dedicated vCPU(s) mask is not a subset of vCPUs in the flavor. See "hw:cpu_dedicated_mask"',
    )
  return cpus
}

/** The guest CPUs with a realtime scheduler; the image's mask goes before the flavor's. */
export const realtimeCpus = (asked: Asked): readonly number[] | undefined => {
  const { flavor } = asked
  if (!asksForTrue(flavor.extraSpecs['hw:cpu_realtime'])) return undefined
  const { ofFlavor, ofImage } = askedOf(asked, 'cpu_realtime_mask')
  const mask = ofImage ?? ofFlavor
  const cpus = ofMask(mask ?? `0-${flavor.vcpus - 1}`, flavor.vcpus)
  const all = cpus.length === flavor.vcpus && cpus.every((cpu) => cpu < flavor.vcpus)
  if (cpus.length === 0 || (all && emulatorThreadsPolicy(asked) === undefined)) throw refused(realtimeMissing)
  if (cpus.some((cpu) => cpu >= flavor.vcpus))
    throw refused(
      'Realtime policy vCPU(s) mask is configured with RT vCPUs that are not a subset of the vCPUs in the flavor. See hw:cpu_realtime_mask or hw_cpu_realtime_mask',
    )
  return cpus
}
