import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'

/** Where in the host's NUMA cells a guest runs. */
export interface GuestPlace {
  readonly topology: GuestTopology
  /** Of each cell, the host CPUs for CPUs that are not pinned. */
  readonly sharedCpus: Readonly<Record<number, readonly number[]>>
  /** The size of the host's ordinary pages. */
  readonly smallPageKb: number
}
