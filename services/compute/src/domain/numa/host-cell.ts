import type { HostCell } from '@nimbo/contracts/compute-rpc/numa'

/** Host CPUs that may be pinned and are not. */
export const freePcpus = ({ pcpuset, pinnedCpus }: HostCell): readonly number[] => {
  const pinned = new Set(pinnedCpus)
  return pcpuset.filter((cpu) => !pinned.has(cpu))
}

export const freeMemoryMb = ({ memoryMb, memoryUsageMb }: HostCell): number => memoryMb - memoryUsageMb

/** The host's cores with only the given CPUs; a CPU that no core names forms a core of its own. */
export const coresOf = (
  { siblings }: Pick<HostCell, 'siblings'>,
  cpus: readonly number[],
): readonly (readonly number[])[] => {
  const among = new Set(cpus)
  const named = new Set(siblings.flat())
  return [
    ...siblings.map((core) => core.filter((cpu) => among.has(cpu))),
    ...cpus.filter((cpu) => !named.has(cpu)).map((cpu) => [cpu]),
  ].filter((core) => core.length > 0)
}

export const smallestPageKb = ({ mempages }: HostCell): number | undefined =>
  mempages.length === 0 ? undefined : Math.min(...mempages.map(({ sizeKb }) => sizeKb))

/** Whether a core of the host has several threads. */
export const hasThreads = ({ siblings }: Pick<HostCell, 'siblings'>): boolean =>
  siblings.some((core) => core.length > 1)
