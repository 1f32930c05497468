import type { FlowLease } from '@nimbo/durable/flow-leases'
import type { Context } from '@nimbo/kernel/context'
import type { Chosen } from './claim-alternate.ts'
import { claimForcedHost } from './claim-forced-host.ts'
import { type HostWanted, selectHost, type SelectsHost } from './select-host.ts'

export type ForceableHost = HostWanted & {
  /** Holds the allocation on the source host. */
  readonly migrationId: string
  /** Skip the scheduler's check of the requested host. */
  readonly forced?: boolean
}

/** Lets the scheduler choose a host of the cell, unless the request forces one; and claims it. */
export const selectOrForceHost = (
  deps: SelectsHost,
  ctx: Context,
  wanted: ForceableHost,
  lease: FlowLease,
): Promise<Chosen> => {
  const { serverId, migrationId, requestedHost, forced = false } = wanted
  return forced && requestedHost !== undefined
    ? claimForcedHost(deps, ctx, { serverId, migrationId, host: requestedHost, lease })
    : selectHost(deps, ctx, wanted, lease)
}
