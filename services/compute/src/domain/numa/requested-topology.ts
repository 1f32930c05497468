import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'
import { type Asked, refused } from './asked.ts'
import { cpuPolicy, cpuThreadPolicy, emulatorThreadsPolicy } from './cpu-policies.ts'
import { dedicatedMask, realtimeCpus } from './dedicated-cpus.ts'
import { withExplicitResources } from './explicit-resources.ts'
import { cellCount, guestCells } from './guest-cells.ts'
import { locksMemory, pageSize } from './page-size.ts'

const keys =
  /^(hw[:_](numa_|cpu_(policy|thread_policy|dedicated_mask|realtime)|emulator_threads|mem_page_size|locked_memory)|resources[0-9]*:PCPU$|trait[0-9]*:HW_CPU_HYPERTHREADING$)/

/** A quick check whether a request may have a topology; for most servers it is the only one. */
const mayAsk = ({ flavor, imageProperties }: Asked): boolean => {
  for (const key in flavor.extraSpecs) if (keys.test(key)) return true
  for (const key in imageProperties) if (keys.test(key)) return true
  return false
}

/**
 * The guest topology that a flavor and an image request; undefined when they request none. Throws `NumaRequestInvalid`
 * in Nova's words when they contradict each other or themselves.
 */
export const requestedTopology = (asked: Asked): GuestTopology | undefined => {
  if (!mayAsk(asked)) return undefined
  const [ofCpus, ofThreads] = [cpuPolicy(asked), cpuThreadPolicy(asked)]
  const realtime = realtimeCpus(asked)
  const masked = dedicatedMask(asked)
  const ofEmulator = emulatorThreadsPolicy(asked)
  const policies = withExplicitResources(asked, {
    ...(ofCpus === undefined ? {} : { cpuPolicy: ofCpus }),
    ...(ofThreads === undefined ? {} : { cpuThreadPolicy: ofThreads }),
    ...(ofEmulator === undefined ? {} : { emulatorThreadsPolicy: ofEmulator }),
  })
  requireConsistent(policies, realtime, masked)
  const nodes = cellCount(asked)
  const size = pageSize(asked)
  locksMemory(asked)
  const pins = policies.cpuPolicy === 'dedicated' || policies.cpuPolicy === 'mixed'
  if (nodes === undefined && size === undefined && !pins) return undefined
  const { vcpus } = asked.flavor
  const dedicated =
    policies.cpuPolicy === 'dedicated' ? Array.from({ length: vcpus }, (_, cpu) => cpu) : (masked ?? realtime)
  const cells = guestCells(asked, nodes ?? 1, new Set(pins ? dedicated : []))
  return {
    cells: cells.map((cell) => ({ ...cell, ...(size === undefined ? {} : { pageSize: size }) })),
    ...policies,
    ...(realtime === undefined ? {} : { realtimeCpus: realtime }),
  }
}

const requireConsistent = (
  policies: Pick<GuestTopology, 'cpuPolicy' | 'cpuThreadPolicy' | 'emulatorThreadsPolicy'>,
  realtime: readonly number[] | undefined,
  masked: readonly number[] | undefined,
): void => {
  const maskNeedsMixed = "Cannot specify 'hw:cpu_dedicated_mask' without the 'mixed' policy."
  if (policies.cpuPolicy === 'mixed') {
    if ((realtime === undefined) === (masked === undefined))
      throw refused(
        "Dedicated CPU set can be specified from either 'hw:cpu_dedicated_mask' or 'hw:cpu_realtime_mask' when using 'mixed' CPU policy. 'hw:cpu_dedicated_mask' and 'hw:cpu_realtime_mask' can not be specified at the same time, or be specified with none of them.",
      )
    return
  }
  if (policies.cpuPolicy === 'dedicated') {
    if (masked !== undefined) throw refused(maskNeedsMixed)
    return
  }
  if (policies.cpuThreadPolicy !== undefined)
    throw refused('Cannot set cpu thread pinning policy in a non dedicated cpu pinning policy')
  if (policies.emulatorThreadsPolicy === 'isolate')
    throw refused('An isolated CPU emulator threads option requires a dedicated CPU policy option.')
  if (masked !== undefined) throw refused(maskNeedsMixed)
  if (realtime !== undefined)
    throw refused('Cannot set realtime policy in a non dedicated cpu pinning policy')
}
