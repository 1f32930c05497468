import type { CreateServerRequest, SchedulerHintsRequest } from '@nimbo/contracts/compute/create-server'
import type { Flavor } from '../../domain/flavors/flavor.ts'
import type { MemberLimits } from '../../domain/quotas/member-limits.ts'
import type { BlockDevice, RequestSpec } from '../../domain/servers/request-spec.ts'

/** A request for servers, and the caller's extra permissions. */
export interface BootRequest {
  readonly server: CreateServerRequest
  readonly hints: SchedulerHintsRequest
  /** Throws unless policy allows the rule. */
  readonly enforce: (rule: string) => void
  readonly allows: (rule: string) => boolean
  /** Whether ports may request resources of their host: not before 2.72. */
  readonly takesResourceRequests: boolean
  /** Whether volumes may be attached that several servers share: not before 2.60. */
  readonly takesSharedVolumes: boolean
}

/** The result of line 6 of the boot flow: everything that can be checked without other services. */
export interface CheckedRequest {
  /** The project's limits, and the user's. */
  readonly limits: MemberLimits
  readonly flavor: Flavor
  readonly minCount: number
  readonly maxCount: number
  readonly imageId: string | undefined
  readonly keyPair: { readonly name: string; readonly publicKey: string } | undefined
  readonly group: RequestSpec['group']
  readonly availabilityZone: string | undefined
  readonly forcedHost: string | undefined
  readonly forcedNode: string | undefined
  readonly requestedHost: string | undefined
  readonly requestedNode: string | undefined
  readonly blockDevices: readonly BlockDevice[]
  readonly configDrive: boolean
  readonly userData: string | undefined
  readonly schedulerHints: RequestSpec['schedulerHints']
}

/** The result of line 8 of the boot flow. */
export interface CheckedNetworks {
  readonly networks: RequestSpec['networks']
  /** The ids of the security groups. */
  readonly securityGroups: readonly string[]
  /** How many ports must be created per server. */
  readonly newPortsEach: number
  /** How many more ports the project's quota allows. */
  readonly portsLeft: number
}
