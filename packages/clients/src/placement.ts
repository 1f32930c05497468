import type { Context } from '@nimbo/kernel/context'
import { isRemote, type RestClient, unlessNotFound } from './rest-client.ts'

/** Amounts by resource class: `{ VCPU: 1, MEMORY_MB: 512, DISK_GB: 1 }`. */
export type Resources = Readonly<Record<string, number>>

export interface Inventory {
  readonly total: number
  readonly reserved: number
  readonly min_unit: number
  readonly max_unit: number
  readonly step_size: number
  readonly allocation_ratio: number
}

export interface ResourceProvider {
  readonly uuid: string
  readonly name: string
  readonly generation: number
}

/** One way to satisfy a request: how much of what from which provider. */
export interface AllocationRequest {
  readonly allocations: Readonly<Record<string, { readonly resources: Resources }>>
}

export interface ProviderSummary {
  readonly resources: Readonly<Record<string, { readonly capacity: number; readonly used: number }>>
  readonly traits: readonly string[]
  readonly parent_provider_uuid: string | null
  readonly root_provider_uuid: string
}

export interface AllocationCandidates {
  readonly allocation_requests: readonly AllocationRequest[]
  readonly provider_summaries: Readonly<Record<string, ProviderSummary>>
}

export interface Consumer {
  readonly id: string
  readonly projectId: string
  readonly userId: string
}

export interface PlacementClient {
  /** `query` as of `GET /allocation_candidates`: resources, required, member_of, limit, … */
  candidates(
    ctx: Context,
    query: Readonly<Record<string, string | number | undefined>>,
  ): Promise<AllocationCandidates>
  /**
   * Claims for a consumer, in place of what it holds; false on a conflict (409), when another choice must be made. Repeating
   * one's own claim succeeds. `guard` throws when the caller may not claim any more; it is asked between the look at what
   * the consumer holds and the claim, which is refused when that has changed: so none that was passed over claims anything.
   */
  claim(
    ctx: Context,
    consumer: Consumer,
    allocations: AllocationRequest['allocations'],
    guard: () => Promise<void>,
  ): Promise<boolean>
  allocationsOf(ctx: Context, consumerId: string): Promise<AllocationRequest['allocations']>
  /** Gives back all a consumer holds; holding nothing is a success. */
  release(ctx: Context, consumerId: string): Promise<void>
  /** Finds the provider of that name, or creates it. */
  ensureProvider(
    ctx: Context,
    provider: { readonly uuid: string; readonly name: string },
  ): Promise<ResourceProvider>
  setInventories(
    ctx: Context,
    provider: ResourceProvider,
    inventories: Readonly<Record<string, Inventory>>,
  ): Promise<ResourceProvider>
  setTraits(ctx: Context, provider: ResourceProvider, traits: readonly string[]): Promise<ResourceProvider>
  /** Usages of a provider by resource class. */
  usages(ctx: Context, providerId: string): Promise<Resources>
  /** Says whether a provider is in an aggregate; a provider that is not there is in none. */
  setMembership(ctx: Context, providerId: string, aggregateId: string, isMember: boolean): Promise<void>
  removeProvider(ctx: Context, providerId: string): Promise<void>
}

const claimAttempts = 4

export const placementClient = (rest: RestClient): PlacementClient => {
  const client: PlacementClient = {
    candidates: async (ctx, query) =>
      (await rest.send<AllocationCandidates>(ctx, { method: 'GET', path: '/allocation_candidates', query }))
        .body,
    claim: (ctx, consumer, allocations, guard) => claim(rest, ctx, consumer, allocations, guard),
    allocationsOf: async (ctx, consumerId) => (await showAllocations(rest, ctx, consumerId)).allocations,
    release: async (ctx, consumerId) => {
      await unlessNotFound(rest.send(ctx, { method: 'DELETE', path: `/allocations/${consumerId}` }))
    },
    ensureProvider: async (ctx, provider) => {
      const query = { name: provider.name }
      const found = await rest.send<{ resource_providers: ResourceProvider[] }>(ctx, {
        method: 'GET',
        path: '/resource_providers',
        query,
      })
      const [existing] = found.body.resource_providers
      if (existing) return existing
      return (
        await rest.send<ResourceProvider>(ctx, {
          method: 'POST',
          path: '/resource_providers',
          json: provider,
        })
      ).body
    },
    setInventories: async (ctx, provider, inventories) => {
      const path = `/resource_providers/${provider.uuid}/inventories`
      const json = { resource_provider_generation: provider.generation, inventories }
      const { body } = await rest.send<{ resource_provider_generation: number }>(ctx, {
        method: 'PUT',
        path,
        json,
      })
      return { ...provider, generation: body.resource_provider_generation }
    },
    setTraits: async (ctx, provider, traits) => {
      const path = `/resource_providers/${provider.uuid}/traits`
      const json = { resource_provider_generation: provider.generation, traits }
      const { body } = await rest.send<{ resource_provider_generation: number }>(ctx, {
        method: 'PUT',
        path,
        json,
      })
      return { ...provider, generation: body.resource_provider_generation }
    },
    usages: async (ctx, providerId) =>
      (
        await rest.send<{ usages: Resources }>(ctx, {
          method: 'GET',
          path: `/resource_providers/${providerId}/usages`,
        })
      ).body.usages,
    setMembership: async (ctx, providerId, aggregateId, isMember) => {
      await unlessNotFound(setMembership(rest, ctx, providerId, aggregateId, isMember))
    },
    removeProvider: async (ctx, providerId) => {
      await unlessNotFound(rest.send(ctx, { method: 'DELETE', path: `/resource_providers/${providerId}` }))
    },
  }
  return client
}

interface ShownAllocations {
  readonly allocations: AllocationRequest['allocations']
  readonly consumer_generation?: number
}

const showAllocations = async (
  rest: RestClient,
  ctx: Context,
  consumerId: string,
): Promise<ShownAllocations> =>
  (await rest.send<ShownAllocations>(ctx, { method: 'GET', path: `/allocations/${consumerId}` })).body

/** Whether somebody else changed a provider or a consumer since it was read: then it is to be read again. */
export const isConcurrentUpdate = (error: unknown): boolean =>
  isRemote(error, 409) && error.details.code === 'placement.concurrent_update'

interface ShownAggregates {
  readonly aggregates: readonly string[]
  readonly resource_provider_generation: number
}

/** Reads and writes until nobody changed the provider in between. */
const setMembership = async (
  rest: RestClient,
  ctx: Context,
  providerId: string,
  aggregateId: string,
  isMember: boolean,
): Promise<void> => {
  const path = `/resource_providers/${providerId}/aggregates`
  for (let attempt = 1; ; attempt += 1) {
    const { body } = await rest.send<ShownAggregates>(ctx, { method: 'GET', path })
    if (body.aggregates.includes(aggregateId) === isMember) return
    const others = body.aggregates.filter((id) => id !== aggregateId)
    const json = { ...body, aggregates: isMember ? [...others, aggregateId] : others }
    try {
      await rest.send(ctx, { method: 'PUT', path, json })
      return
    } catch (error) {
      if (!isConcurrentUpdate(error) || attempt >= claimAttempts) throw error
    }
  }
}

/**
 * Nova retries a claim that lost a race of generations, and gives up when the room itself is gone. Nearly every consumer
 * holds nothing yet, so that is tried without a look.
 */
const claim = async (
  rest: RestClient,
  ctx: Context,
  consumer: Consumer,
  allocations: AllocationRequest['allocations'],
  guard: () => Promise<void>,
): Promise<boolean> => {
  for (let attempt = 1; ; attempt += 1) {
    const held = attempt === 1 ? undefined : await showAllocations(rest, ctx, consumer.id)
    await guard()
    const json = {
      allocations,
      consumer_generation: held?.consumer_generation ?? null,
      project_id: consumer.projectId,
      user_id: consumer.userId,
      consumer_type: 'INSTANCE',
    }
    try {
      await rest.send(ctx, { method: 'PUT', path: `/allocations/${consumer.id}`, json })
      return true
    } catch (error) {
      if (isConcurrentUpdate(error) && attempt < claimAttempts) continue
      if (isRemote(error, 409)) return false
      throw error
    }
  }
}
