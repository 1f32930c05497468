import type { Context } from '@nimbo/kernel/context'
import type { Resources } from './placement.ts'
import { type RestClient, unlessNotFound } from './rest-client.ts'

/** A provider as surveys see it: the root of its tree is a host. */
export interface SurveyedProvider {
  readonly uuid: string
  readonly name: string
  readonly root_provider_uuid: string
}

/** Reads all of placement, for whoever compares it with what there is. */
export interface PlacementSurvey {
  providers(ctx: Context): Promise<readonly SurveyedProvider[]>
  /** What each consumer holds of a provider, by consumer; nothing of a provider that is gone. */
  heldOf(
    ctx: Context,
    providerId: string,
  ): Promise<Readonly<Record<string, { readonly resources: Resources }>>>
  /** What kind of thing a consumer is (`INSTANCE`); undefined when it holds nothing (any more). */
  consumerType(ctx: Context, consumerId: string): Promise<string | undefined>
}

export const placementSurvey = (rest: RestClient): PlacementSurvey => ({
  providers: async (ctx) =>
    (
      await rest.send<{ resource_providers: SurveyedProvider[] }>(ctx, {
        method: 'GET',
        path: '/resource_providers',
      })
    ).body.resource_providers,
  heldOf: async (ctx, providerId) => {
    const path = `/resource_providers/${providerId}/allocations`
    const reply = await unlessNotFound(
      rest.send<{ allocations: Record<string, { resources: Resources }> }>(ctx, { method: 'GET', path }),
    )
    return reply?.body.allocations ?? {}
  },
  consumerType: async (ctx, consumerId) => {
    const path = `/allocations/${consumerId}`
    const { body } = await rest.send<{ consumer_type?: string }>(ctx, { method: 'GET', path })
    return body.consumer_type
  },
})
