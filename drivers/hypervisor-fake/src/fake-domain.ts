import type { PowerState } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'

/** A server as the fake hypervisor has it: no guest runs, but everything that was done to it is known. */
export interface FakeDomain {
  readonly id: ServerId
  readonly name: string
  readonly node: string
  readonly power: PowerState
  /** What happened, a line each: its console. */
  readonly log: readonly string[]
  readonly volumeIds: readonly string[]
  readonly portIds: readonly string[]
  /** What it was given; not in what an earlier version kept. */
  readonly vcpus?: number
  readonly memoryMb?: number
  /** Of its ports, by their ids. */
  readonly macs?: Readonly<Record<string, string>>
  /** Disks of the host's own, a sentence each; none in what an earlier version kept. */
  readonly localDisks?: readonly string[]
}

/** Lines of the log that are kept. */
const mostLines = 500

/** The domain with a line added to its log. */
export const logged = (domain: FakeDomain, now: number, line: string): FakeDomain => ({
  ...domain,
  log: [...domain.log, `[${new Date(now).toISOString()}] fake: ${line}`].slice(-mostLines),
})
