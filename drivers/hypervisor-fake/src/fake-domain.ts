import type { PowerState } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import type { FakeTpm } from './fake-tpms.ts'

/** A server of the fake hypervisor: no guest runs, but all operations on it are recorded. */
export interface FakeDomain {
  readonly id: ServerId
  readonly name: string
  readonly node: string
  readonly power: PowerState
  /** The operations, one per line, shown as its console log. */
  readonly log: readonly string[]
  readonly volumeIds: readonly string[]
  readonly portIds: readonly string[]
  /** The order's values; absent in files written by earlier versions. */
  readonly vcpus?: number
  readonly memoryMb?: number
  /** MAC addresses by port id. */
  readonly macs?: Readonly<Record<string, string>>
  /** Descriptions of its local disks, a sentence each; absent in files written by earlier versions. */
  readonly localDisks?: readonly string[]
  /** The file of its image; absent in files written by earlier versions, and for servers that boot from volumes. */
  readonly baseImage?: string
  /** Whether its file systems are frozen. */
  readonly frozen?: boolean
  /** Where the guest would find its disks and interfaces; absent in files written by earlier versions. */
  readonly places?: Readonly<Record<string, number>>
  /** Addresses of its PCI devices; absent without any. */
  readonly pciDevices?: readonly string[]
  readonly tpm?: FakeTpm
}

/** The maximum number of lines in the log. */
const mostLines = 500

/** Adds a line to the domain's log. */
export const logged = (domain: FakeDomain, now: number, line: string): FakeDomain => ({
  ...domain,
  log: [...domain.log, `[${new Date(now).toISOString()}] fake: ${line}`].slice(-mostLines),
})
