import type { CreateServerRequest, SchedulerHintsRequest } from '@nimbo/contracts/compute/create-server'
import type { Flavor } from '../../domain/flavors/flavor.ts'
import type { Limits } from '../../domain/quotas/quota.ts'
import type { BlockDevice, RequestSpec } from '../../domain/servers/request-spec.ts'

/** A request for servers, and what the caller may do beyond it. */
export interface BootRequest {
  readonly server: CreateServerRequest
  readonly hints: SchedulerHintsRequest
  /** Throws unless policy lets the caller do this. */
  readonly enforce: (rule: string) => void
  readonly allows: (rule: string) => boolean
}

/** What line 6 makes of a request: all that can be known without asking another service. */
export interface CheckedRequest {
  /** Of the project. */
  readonly limits: Limits
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

/** What line 8 finds. */
export interface CheckedNetworks {
  readonly networks: RequestSpec['networks']
  /** Ids. */
  readonly securityGroups: readonly string[]
  /** Ports each server will need that do not exist yet. */
  readonly newPortsEach: number
  /** How many more ports the project may have. */
  readonly portsLeft: number
}
