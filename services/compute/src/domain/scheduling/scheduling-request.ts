import type { RequestSpec } from '../servers/request-spec.ts'
import type { GroupHosts, SeenMember } from '../server-groups/server-group-rules.ts'

/** One question to the scheduler: what was asked for, and what is true around it now. */
export interface SchedulingRequest {
  readonly spec: RequestSpec
  /** The root disk is a volume, so it takes no room on the host. */
  readonly bootsFromVolume: boolean
  /** Hosts that have refused this server already. */
  readonly ignoreHosts: readonly string[]
  /** How many members of the server's group each host has. */
  readonly groupHosts: GroupHosts
  /** Its members as the cells have them. */
  readonly groupMembers: ReadonlyMap<string, SeenMember>
  /** Where the servers are that the hints `same_host` and `different_host` name, by their ids. */
  readonly hostsOfHinted: ReadonlyMap<string, string>
  /** The cell a server that moves is in. */
  readonly fromCell?: string
}
