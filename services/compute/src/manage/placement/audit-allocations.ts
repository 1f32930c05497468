import { placementClient } from '@nimbo/clients/placement'
import { placementSurvey } from '@nimbo/clients/placement-survey'
import type { ServiceClient } from '@nimbo/clients/service-client'
import { internalContext } from '@nimbo/kernel/context'
import type { DatabaseHost } from '../cells-of.ts'
import { censusOfDatabases } from './census-of-databases.ts'
import { type HeldAllocation, orphanedAllocations } from './orphaned-allocations.ts'

export interface AllocationAuditOrder {
  /** The only provider to look at; all by default. */
  readonly providerId: string | undefined
  readonly isDelete: boolean
}

/** An orphaned allocation; `deleted` is false if it was to be deleted and something else changed it. */
export interface AuditedAllocation extends HeldAllocation {
  readonly deleted?: boolean
}

const ours = /^(INSTANCE|MIGRATION|unknown)$/

/** Everything that consumers hold on these providers. */
const heldOn = async (
  placement: ServiceClient,
  providerId: string | undefined,
): Promise<readonly HeldAllocation[] | undefined> => {
  const survey = placementSurvey(placement)
  const ctx = internalContext()
  const providers = (await survey.providers(ctx)).filter(
    ({ uuid }) => providerId === undefined || uuid === providerId,
  )
  if (providerId !== undefined && providers.length === 0) return undefined
  const held: HeldAllocation[] = []
  for (const { uuid, root_provider_uuid: rootProviderId } of providers)
    for (const [consumerId, { resources }] of Object.entries(await survey.heldOf(ctx, uuid)))
      held.push({ consumerId, providerId: uuid, rootProviderId, resources })
  return held
}

/**
 * Finds allocations of servers and migrations that do not exist or are on another host; undefined when the given provider does
 * not exist. What such a consumer holds on other providers stays.
 */
export const auditAllocations = async (
  host: DatabaseHost,
  placement: ServiceClient,
  { providerId, isDelete }: AllocationAuditOrder,
): Promise<readonly AuditedAllocation[] | undefined> => {
  // Placement is read first: what claims something meanwhile is then in the databases when they are read.
  const held = await heldOn(placement, providerId)
  if (held === undefined) return undefined
  const ctx = internalContext()
  const { consumerType } = placementSurvey(placement)
  const { changeClaim } = placementClient(placement)
  const found: AuditedAllocation[] = []
  for (const orphan of orphanedAllocations(await censusOfDatabases(host), held)) {
    const type = await consumerType(ctx, orphan.consumerId)
    if (type === undefined || !ours.test(type)) continue
    if (!isDelete) {
      found.push(orphan)
      continue
    }
    const deleted = await changeClaim(ctx, orphan.consumerId, async (all) =>
      Object.fromEntries(Object.entries(all).filter(([provider]) => provider !== orphan.providerId)),
    )
    found.push({ ...orphan, deleted })
  }
  return found
}
