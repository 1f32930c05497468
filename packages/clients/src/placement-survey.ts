import { listProviderAllocations, showAllocations } from '@nimbo/contracts/placement/allocations'
import { listProviders, type ProviderView } from '@nimbo/contracts/placement/resource-providers'
import type { Context } from '@nimbo/kernel/context'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Resources } from './placement-claims.ts'
import type { ServiceClient } from './service-client.ts'

/** The attributes of a resource provider that the audit reads; the root of its tree is a host. */
export type SurveyedProvider = Readonly<Pick<ProviderView, 'uuid' | 'name' | 'root_provider_uuid'>>

/** Reads all of placement, for the audit. */
export interface PlacementSurvey {
  providers(ctx: Context): Promise<readonly SurveyedProvider[]>
  /** The allocations on a provider by consumer; empty for a missing provider. */
  heldOf(
    ctx: Context,
    providerId: string,
  ): Promise<Readonly<Record<string, { readonly resources: Resources }>>>
  /** The type of a consumer (`INSTANCE`); undefined when it has no allocations. */
  consumerType(ctx: Context, consumerId: string): Promise<string | undefined>
}

export const placementSurvey = (placement: ServiceClient): PlacementSurvey => ({
  providers: async (ctx) => (await placement.call(ctx, listProviders)).resource_providers,
  heldOf: async (ctx, uuid) => {
    const reply = await unlessNotFound(placement.call(ctx, listProviderAllocations, { path: { uuid } }))
    return reply?.allocations ?? {}
  },
  consumerType: async (ctx, consumer_uuid) =>
    (await placement.call(ctx, showAllocations, { path: { consumer_uuid } })).consumer_type,
})
