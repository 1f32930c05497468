import { listAggregates, replaceAggregates } from '@nimbo/contracts/placement/aggregates'
import { listAllocationCandidates } from '@nimbo/contracts/placement/allocation-candidates'
import { releaseAllocations, showAllocations } from '@nimbo/contracts/placement/allocations'
import { listInventories, replaceInventories } from '@nimbo/contracts/placement/inventories'
import { listProviderTraits, replaceProviderTraits } from '@nimbo/contracts/placement/provider-traits'
import {
  createProvider,
  deleteProvider,
  listProviders,
  type ProviderView,
} from '@nimbo/contracts/placement/resource-providers'
import { showProviderUsages } from '@nimbo/contracts/placement/usages'
import type { Context } from '@nimbo/kernel/context'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { ensureClasses, ensureTraits } from './custom-names.ts'
import { changeHeldClaim, type HeldClaimChange } from './change-held-claim.ts'
import {
  type AllocationRequest,
  type ClaimMove,
  claim,
  type Consumer,
  moveClaim,
  type Resources,
  untilNoConflict,
} from './placement-claims.ts'
import type { ServiceClient } from './service-client.ts'

/** The microversion with consumer types and generations, which compute uses. */
export const placementVersion = '1.39'

export interface Inventory {
  readonly total: number
  readonly reserved: number
  readonly min_unit: number
  readonly max_unit: number
  readonly step_size: number
  readonly allocation_ratio: number
}

export type ResourceProvider = Readonly<Pick<ProviderView, 'uuid' | 'name' | 'generation'>>

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

export interface PlacementClient {
  /** `query` of `GET /allocation_candidates`: resources, required, member_of, limit, … */
  candidates(
    ctx: Context,
    query: Readonly<Record<string, string | number | string[] | undefined>>,
  ): Promise<AllocationCandidates>
  /**
   * Replaces a consumer's allocations; false on a conflict (409), when another candidate must be chosen. Idempotent. `guard`
   * throws when the caller has lost its lease; it is called after reading the consumer's allocations and before writing, and
   * placement refuses the write if they have changed. So a caller without a lease claims nothing.
   */
  claim(
    ctx: Context,
    consumer: Consumer,
    allocations: AllocationRequest['allocations'],
    guard: () => Promise<void>,
  ): Promise<boolean>
  /**
   * Moves all allocations of one consumer to another, replacing the other's, in one request. Does nothing when there are none, so
   * it can be repeated. `guard` as in {@link claim}.
   */
  moveClaim(ctx: Context, move: ClaimMove, guard: () => Promise<void>): Promise<void>
  allocationsOf(ctx: Context, consumerId: string): Promise<AllocationRequest['allocations']>
  /**
   * Changes a consumer's allocations to what `change` makes of them, leaving its owner; false when that does not fit. Does nothing
   * when it has none. `change` is called again when others have changed them before they are written.
   */
  changeClaim(ctx: Context, consumerId: string, change: HeldClaimChange): Promise<boolean>
  /** Deletes a consumer's allocations. Idempotent. */
  release(ctx: Context, consumerId: string): Promise<void>
  /** Finds or creates the provider with that name. */
  ensureProvider(
    ctx: Context,
    provider: { readonly uuid: string; readonly name: string },
  ): Promise<ResourceProvider>
  /** Replaces the inventories of a provider; custom resource classes are created first. */
  setInventories(
    ctx: Context,
    provider: ResourceProvider,
    inventories: Readonly<Record<string, Inventory>>,
  ): Promise<ResourceProvider>
  /** Replaces the traits of a provider; custom ones are created first. */
  setTraits(ctx: Context, provider: ResourceProvider, traits: readonly string[]): Promise<ResourceProvider>
  inventories(ctx: Context, providerId: string): Promise<Readonly<Record<string, Inventory>>>
  /** Usage of a provider by resource class. */
  usages(ctx: Context, providerId: string): Promise<Resources>
  /** Adds a provider to an aggregate or removes it; a missing provider is ignored. */
  setMembership(ctx: Context, providerId: string, aggregateId: string, isMember: boolean): Promise<void>
  /** Gives a provider a trait or takes it away, leaving its others; a missing provider is ignored. */
  setTrait(ctx: Context, providerId: string, trait: string, has: boolean): Promise<void>
  /** The traits of a provider; none if it is missing. */
  traitsOf(ctx: Context, providerId: string): Promise<readonly string[]>
  /** The aggregates that a provider is in; none if it is missing. */
  aggregatesOf(ctx: Context, providerId: string): Promise<readonly string[]>
  /** Deletes a provider, with those below it (the network service's, for example). Idempotent. */
  removeProvider(ctx: Context, providerId: string): Promise<void>
}

export const placementClient = (placement: ServiceClient): PlacementClient => ({
  // Safe: the reply has one of the two forms in the contract.
  candidates: async (ctx, query) =>
    (await placement.call(ctx, listAllocationCandidates, { query })) as AllocationCandidates,
  claim: (ctx, consumer, allocations, guard) => claim(placement, ctx, consumer, allocations, guard),
  moveClaim: (ctx, move, guard) => moveClaim(placement, ctx, move, guard),
  allocationsOf: async (ctx, consumer_uuid) =>
    (await placement.call(ctx, showAllocations, { path: { consumer_uuid } })).allocations,
  changeClaim: changeHeldClaim(placement),
  release: async (ctx, consumer_uuid) => {
    await unlessNotFound(placement.call(ctx, releaseAllocations, { path: { consumer_uuid } }))
  },
  ensureProvider: async (ctx, provider) => {
    const { name } = provider
    const [existing] = (await placement.call(ctx, listProviders, { query: { name } })).resource_providers
    return existing ?? (await placement.call(ctx, createProvider, { body: provider }))
  },
  setInventories: async (ctx, provider, inventories) => {
    const { uuid, generation: resource_provider_generation } = provider
    const body = { resource_provider_generation, inventories }
    await ensureClasses(placement, ctx, Object.keys(inventories))
    const changed = await placement.call(ctx, replaceInventories, { path: { uuid }, body })
    return { ...provider, generation: changed.resource_provider_generation }
  },
  setTraits: async (ctx, provider, traits) => {
    const { uuid, generation: resource_provider_generation } = provider
    const body = { resource_provider_generation, traits: [...traits] }
    await ensureTraits(placement, ctx, traits)
    const changed = await placement.call(ctx, replaceProviderTraits, { path: { uuid }, body })
    return { ...provider, generation: changed.resource_provider_generation }
  },
  inventories: async (ctx, uuid) =>
    (await placement.call(ctx, listInventories, { path: { uuid } })).inventories,
  usages: async (ctx, uuid) => (await placement.call(ctx, showProviderUsages, { path: { uuid } })).usages,
  setMembership: async (ctx, uuid, aggregateId, isMember) => {
    await unlessNotFound(setMembership(placement, ctx, uuid, aggregateId, isMember))
  },
  setTrait: async (ctx, uuid, trait, has) => {
    await unlessNotFound(setTrait(placement, ctx, uuid, trait, has))
  },
  traitsOf: async (ctx, uuid) =>
    (await unlessNotFound(placement.call(ctx, listProviderTraits, { path: { uuid } })))?.traits ?? [],
  aggregatesOf: async (ctx, uuid) =>
    (await unlessNotFound(placement.call(ctx, listAggregates, { path: { uuid } })))?.aggregates ?? [],
  removeProvider: (ctx, uuid) => removeProvider(placement, ctx, uuid),
})

/** The provider and all below it, each before its parent. */
const withChildren = (uuid: string, tree: readonly ProviderView[]): readonly string[] => [
  ...tree.filter((one) => one.parent_provider_uuid === uuid).flatMap((one) => withChildren(one.uuid, tree)),
  uuid,
]

/** Nearly every provider has none below it, so its tree is read only when it cannot be deleted alone. */
const removeProvider = async (placement: ServiceClient, ctx: Context, uuid: string): Promise<void> => {
  const remove = (one: string) => unlessNotFound(placement.call(ctx, deleteProvider, { path: { uuid: one } }))
  try {
    await remove(uuid)
  } catch (error) {
    if (!isRemote(error, 409)) throw error
    const query = { in_tree: uuid }
    const tree = (await placement.call(ctx, listProviders, { query })).resource_providers
    for (const one of withChildren(uuid, tree)) await remove(one)
  }
}

/** The list with that member, or without it. */
const having = (list: readonly string[], member: string, has: boolean): string[] => {
  const others = list.filter((one) => one !== member)
  return has ? [...others, member] : others
}

const setMembership = (
  placement: ServiceClient,
  ctx: Context,
  uuid: string,
  aggregateId: string,
  isMember: boolean,
): Promise<void> =>
  untilNoConflict(async () => {
    const held = await placement.call(ctx, listAggregates, { path: { uuid } })
    if (held.aggregates.includes(aggregateId) === isMember) return
    const body = { ...held, aggregates: having(held.aggregates, aggregateId, isMember) }
    await placement.call(ctx, replaceAggregates, { path: { uuid }, body })
  })

const setTrait = (
  placement: ServiceClient,
  ctx: Context,
  uuid: string,
  trait: string,
  has: boolean,
): Promise<void> =>
  untilNoConflict(async () => {
    const held = await placement.call(ctx, listProviderTraits, { path: { uuid } })
    if (held.traits.includes(trait) === has) return
    const body = { ...held, traits: having(held.traits, trait, has) }
    await placement.call(ctx, replaceProviderTraits, { path: { uuid }, body })
  })
