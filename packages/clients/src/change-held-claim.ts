import { isDeepStrictEqual } from 'node:util'
import { setAllocations, showAllocations } from '@nimbo/contracts/placement/allocations'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { type AllocationRequest, isConcurrentUpdate, resourcesOnly } from './placement-claims.ts'
import type { ServiceClient } from './service-client.ts'

/** The placement microversion from which allocations name their consumer's owner, type and generation. */
export const heldClaimVersion = '1.38'

const attempts = 4

type Allocations = AllocationRequest['allocations']

/**
 * Returns the wanted allocations of a consumer, given its current ones. What it reads must be current: it is called again when
 * the allocations have changed before they are written.
 */
export type HeldClaimChange = (held: Allocations) => Promise<Allocations>

/**
 * Changes the allocations of a consumer that belongs to somebody else, keeping its owner; false when they do not fit. Does
 * nothing when the consumer has none.
 */
export const changeHeldClaim =
  (placement: ServiceClient) =>
  async (ctx: Context, consumer_uuid: string, change: HeldClaimChange): Promise<boolean> => {
    const path = { consumer_uuid }
    for (let attempt = 1; ; attempt += 1) {
      const { allocations: held, ...of } = await placement.call(ctx, showAllocations, { path })
      if (Object.keys(held).length === 0) return true
      const before = resourcesOnly(held)
      const allocations = await change(before)
      if (isDeepStrictEqual(before, allocations)) return true
      const { project_id = '', user_id = '', consumer_type = '', consumer_generation = null } = of
      const body = { allocations, project_id, user_id, consumer_type, consumer_generation }
      try {
        await placement.call(ctx, setAllocations, { path, body })
        return true
      } catch (error) {
        if (isConcurrentUpdate(error) && attempt < attempts) continue
        if (isRemote(error, 409)) return false
        throw error
      }
    }
  }
