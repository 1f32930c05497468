import { setAllocations, setManyAllocations, showAllocations } from '@nimbo/contracts/placement/allocations'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

/** Amounts by resource class: `{ VCPU: 1, MEMORY_MB: 512, DISK_GB: 1 }`. */
export type Resources = Readonly<Record<string, number>>

/** An allocation request of `GET /allocation_candidates`. */
export interface AllocationRequest {
  readonly allocations: Readonly<Record<string, { readonly resources: Resources }>>
  /** The providers that serve each group of the request, by its suffix. */
  readonly mappings?: Readonly<Record<string, readonly string[]>>
}

export interface Consumer {
  readonly id: string
  readonly projectId: string
  readonly userId: string
}

/** A server, or a migration that holds the allocation of a server's previous place. */
export type ConsumerType = 'INSTANCE' | 'MIGRATION'

export interface ClaimMove {
  readonly from: Consumer & { readonly type: ConsumerType }
  readonly to: Consumer & { readonly type: ConsumerType }
}

/** Returns the wanted allocations of a consumer, given its current ones. */
export type ClaimChange = (held: AllocationRequest['allocations']) => AllocationRequest['allocations']

const claimAttempts = 4

/** Whether a provider or consumer was changed concurrently, so that it must be read again. */
export const isConcurrentUpdate = (error: unknown): boolean =>
  isRemote(error, 409) && error.details.code === 'placement.concurrent_update'

/** Whether placement kept inventories because consumers still use more than there would be. */
export const isInventoryInUse = (error: unknown): boolean =>
  isRemote(error, 409) && error.details.code === 'placement.inventory.inuse'

/** Reads and writes until there is no conflict. */
export const untilNoConflict = async (readAndWrite: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await readAndWrite()
      return
    } catch (error) {
      if (!isConcurrentUpdate(error) || attempt >= claimAttempts) throw error
    }
  }
}

/** Allocations without the generations that a read has and a write must not have. */
export const resourcesOnly = (held: AllocationRequest['allocations']): AllocationRequest['allocations'] =>
  Object.fromEntries(Object.entries(held).map(([provider, { resources }]) => [provider, { resources }]))

/**
 * Retries after a generation conflict, and gives up when the resources are gone, as Nova does. Nearly every consumer is new, so
 * the first attempt is made without reading its allocations.
 */
export const claim = async (
  placement: ServiceClient,
  ctx: Context,
  consumer: Consumer,
  allocations: AllocationRequest['allocations'],
  guard: () => Promise<void>,
): Promise<boolean> => {
  const path = { consumer_uuid: consumer.id }
  for (let attempt = 1; ; attempt += 1) {
    const held = attempt === 1 ? undefined : await placement.call(ctx, showAllocations, { path })
    await guard()
    const body = {
      allocations,
      consumer_generation: held?.consumer_generation ?? null,
      project_id: consumer.projectId,
      user_id: consumer.userId,
      consumer_type: 'INSTANCE',
    }
    try {
      await placement.call(ctx, setAllocations, { path, body })
      return true
    } catch (error) {
      if (isConcurrentUpdate(error) && attempt < claimAttempts) continue
      if (isRemote(error, 409)) return false
      throw error
    }
  }
}

export const moveClaim = async (
  placement: ServiceClient,
  ctx: Context,
  { from, to }: ClaimMove,
  guard: () => Promise<void>,
): Promise<void> => {
  const show = (consumer_uuid: string) => placement.call(ctx, showAllocations, { path: { consumer_uuid } })
  for (let attempt = 1; ; attempt += 1) {
    const [held, replaced] = await Promise.all([show(from.id), show(to.id)])
    if (Object.keys(held.allocations).length === 0) return
    await guard()
    const bodyOf = (
      { projectId, userId, type }: ClaimMove['from'],
      { consumer_generation }: typeof held,
      allocations: AllocationRequest['allocations'],
    ) => ({
      ...{ allocations, consumer_generation: consumer_generation ?? null },
      ...{ project_id: projectId, user_id: userId, consumer_type: type },
    })
    const moved = resourcesOnly(held.allocations)
    try {
      const body = { [from.id]: bodyOf(from, held, {}), [to.id]: bodyOf(to, replaced, moved) }
      await placement.call(ctx, setManyAllocations, { body })
      return
    } catch (error) {
      if (!isConcurrentUpdate(error) || attempt >= claimAttempts) throw error
    }
  }
}
