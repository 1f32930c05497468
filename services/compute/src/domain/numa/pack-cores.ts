import type { GuestTopology, HostCell } from '@nimbo/contracts/compute-rpc/numa'
import type { Fit } from './fit.ts'
import { coresOf, freePcpus } from './host-cell.ts'

type Core = readonly number[]

interface Packed {
  /** Pairs of a guest CPU and its host CPU. */
  readonly cpuPinning: readonly (readonly [number, number])[]
  readonly cpusetReserved: readonly number[]
}

interface Wanted {
  readonly pcpuset: readonly number[]
  readonly threads: GuestTopology['cpuThreadPolicy']
  /** How many more host CPUs the emulator's threads need. */
  readonly reserve: number
}

/** Pins guest CPUs to the first `each` free threads of every core; undefined when there are too few. */
const pinTo = (cores: readonly Core[], each: number, guestCpus: readonly number[]) => {
  const usable = cores.flatMap((core) => core.slice(0, each))
  const pairs = [...guestCpus]
    .sort((one, other) => one - other)
    .flatMap((guest, index): (readonly [number, number])[] => {
      const host = usable[index]
      return host === undefined ? [] : [[guest, host]]
    })
  return pairs.length < guestCpus.length ? undefined : pairs
}

/** Host CPUs for the emulator beside pinned ones; with `isolate` never on a core that a guest CPU uses. */
const reserveBeside = (
  cores: readonly Core[],
  pinning: Packed['cpuPinning'],
  { reserve, threads }: Wanted,
): readonly number[] => {
  const pinned = new Set(pinning.map(([, host]) => host))
  const left =
    threads === 'isolate'
      ? cores.filter((core) => !core.some((cpu) => pinned.has(cpu))).flat()
      : cores.flat().filter((cpu) => !pinned.has(cpu))
  return left.slice(0, reserve)
}

const sameCpus = ({ cpuset, pcpuset }: HostCell): boolean =>
  new Set(cpuset).symmetricDifference(new Set(pcpuset)).size === 0

/** Why the cell's threads can never satisfy this policy. */
const unfitThreads = (host: HostCell, threads: Wanted['threads'], perCore: number): string | undefined => {
  if (threads === 'require' && perCore <= 1) return 'has no hyperthreads, which the thread policy requires'
  // With cpu_dedicated_set placement counts single threads, so a whole core cannot be kept for one guest CPU.
  if (threads === 'isolate' && perCore > 1 && !sameCpus(host))
    return 'has hyperthreads, which the thread policy isolate rules out'
  return undefined
}

/**
 * Chooses host CPUs for dedicated guest CPUs: whole cores first, so that siblings in the guest are siblings on the
 * host, and emptier cores before fuller ones. `require` accepts only siblings, `isolate` uses one thread of entirely
 * free cores.
 */
export const packCores = (host: HostCell, wanted: Wanted): Fit<Packed> => {
  const { threads, pcpuset, reserve } = wanted
  const perCore = Math.max(1, ...host.siblings.map((core) => core.length))
  const unfit = unfitThreads(host, threads, perCore)
  if (unfit !== undefined) return { refused: unfit }
  const cores = coresOf(host, freePcpus(host))
  const withFree = (count: number) => cores.filter((core) => core.length >= count)
  const attempts: (readonly [readonly Core[], number])[] = []
  if (threads === 'isolate') attempts.push([withFree(perCore), 1])
  else {
    const most = Math.max(0, ...cores.map((core) => core.length))
    for (let each = most; each >= (threads === 'require' ? 2 : 1); each -= 1)
      attempts.push([withFree(each), each])
    if (threads !== 'require') attempts.push([cores.flat().map((cpu) => [cpu]), 1])
  }
  for (const [usable, each] of attempts) {
    const cpuPinning = pinTo(usable, each, pcpuset)
    if (cpuPinning === undefined) continue
    const cpusetReserved = reserveBeside(cores, cpuPinning, wanted)
    if (cpusetReserved.length === reserve) return { fitted: { cpuPinning, cpusetReserved } }
  }
  const free = cores.map((core) => core.length).join('+') || '0'
  return {
    refused: `has ${free} free threads by core, too few for ${pcpuset.length} with ${threads ?? 'prefer'}`,
  }
}
