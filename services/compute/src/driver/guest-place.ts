import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'

/** Where in the host's NUMA cells a guest runs. */
export interface GuestPlace {
  readonly topology: GuestTopology
  /** Of each cell, the host CPUs for CPUs that are not pinned. */
  readonly sharedCpus: Readonly<Record<number, readonly number[]>>
  /** The size of the host's ordinary pages. */
  readonly smallPageKb: number
}

/** The CPUs of a guest, and where on the host they run. */
export interface GuestCpus {
  readonly vcpus: number
  /** The NUMA topology as fitted into this host, and the host's CPUs by cell, for servers that ask for one. */
  readonly numa?: GuestPlace
  /** The host's CPUs on which a server without a topology may run; undefined: on all of them. */
  readonly sharedCpus?: readonly number[]
  /** What its processors look like, where flavor or image say something of it; otherwise each is a socket. */
  readonly cpuTopology?: { readonly sockets: number; readonly cores: number; readonly threads: number }
}
