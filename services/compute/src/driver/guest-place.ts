import type { GuestTopology } from '@nimbo/contracts/compute-rpc/numa'

/** Where in the host's NUMA cells a guest runs. */
export interface GuestPlace {
  readonly topology: GuestTopology
  /** By host cell, the host CPUs for guest CPUs that are not pinned. */
  readonly sharedCpus: Readonly<Record<number, readonly number[]>>
  /** The size of the host's ordinary pages in KiB. */
  readonly smallPageKb: number
}

/** The CPUs of a guest, and where on the host they run. */
export interface GuestCpus {
  readonly vcpus: number
  /** The NUMA topology as fitted into this host, and the host's CPUs by cell; only for servers that request a topology. */
  readonly numa?: GuestPlace
  /** The host's CPUs on which a server without a topology may run; if undefined, on all of them. */
  readonly sharedCpus?: readonly number[]
  /** The topology of the guest's processors, if flavor or image determine it; otherwise each processor is a socket. */
  readonly cpuTopology?: { readonly sockets: number; readonly cores: number; readonly threads: number }
}
