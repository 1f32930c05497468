import type { RequestSpec } from '../request-spec.ts'

/** One question to the scheduler: what was asked for, and what is true around it now. */
export interface SchedulingRequest {
  readonly spec: RequestSpec
  /** The root disk is a volume, so it takes no room on the host. */
  readonly bootsFromVolume: boolean
  /** Hosts that have refused this server already. */
  readonly ignoreHosts: readonly string[]
  /** How many members of the server's group each host has. */
  readonly groupHosts: Readonly<Record<string, number>>
}
