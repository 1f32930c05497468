import { type InventoryBody, replaceInventories } from '@nimbo/contracts/placement/inventories'
import { replaceProviderTraits } from '@nimbo/contracts/placement/provider-traits'
import {
  createProvider,
  listProviders,
  type ProviderView,
  showProvider,
} from '@nimbo/contracts/placement/resource-providers'
import type { Context } from '@nimbo/kernel/context'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { ensureClasses, ensureTraits } from './custom-names.ts'
import type { ServiceClient } from './service-client.ts'

/** A provider as it is wanted, below its parent if it has one. */
export interface WantedProvider {
  readonly uuid: string
  readonly name: string
  readonly parentId?: string
  /** Traits that it has, of which custom ones are created; they are left alone unless given. */
  readonly traits?: readonly string[]
  /** Inventories by resource class, of which custom ones are created. */
  readonly inventories: Readonly<Record<string, InventoryBody>>
}

/** Resource providers of devices and networks in placement. */
export interface ProviderTree {
  /** The provider with this name; undefined when there is none. */
  named(ctx: Context, name: string): Promise<Readonly<Pick<ProviderView, 'uuid' | 'name'>> | undefined>
  /**
   * Creates the provider unless it exists, and replaces its traits and inventories. Throws a conflict (409) when
   * someone else changes it meanwhile, or when more is in use than an inventory would have.
   */
  put(ctx: Context, wanted: WantedProvider): Promise<void>
}

export const providerTree = (placement: ServiceClient): ProviderTree => {
  const show = (ctx: Context, uuid: string) =>
    unlessNotFound(placement.call(ctx, showProvider, { path: { uuid } }))

  const ensure = async (ctx: Context, { uuid, name, parentId }: WantedProvider): Promise<number> => {
    const known = await show(ctx, uuid)
    if (known) return known.generation
    const body = { uuid, name, ...(parentId === undefined ? {} : { parent_provider_uuid: parentId }) }
    try {
      return (await placement.call(ctx, createProvider, { body })).generation
    } catch (error) {
      // Another process has created it meanwhile, or another provider has the name.
      const created = isRemote(error, 409) ? await show(ctx, uuid) : undefined
      if (!created) throw error
      return created.generation
    }
  }

  const putTraits = async (
    ctx: Context,
    uuid: string,
    traits: readonly string[],
    resource_provider_generation: number,
  ): Promise<number> => {
    await ensureTraits(placement, ctx, traits)
    const body = { resource_provider_generation, traits: [...traits] }
    const changed = await placement.call(ctx, replaceProviderTraits, { path: { uuid }, body })
    return changed.resource_provider_generation
  }

  return {
    named: async (ctx, name) =>
      (await placement.call(ctx, listProviders, { query: { name } })).resource_providers[0],
    put: async (ctx, wanted) => {
      const { uuid, traits, inventories } = wanted
      await ensureClasses(placement, ctx, Object.keys(inventories))
      const generation = await ensure(ctx, wanted)
      const resource_provider_generation =
        traits === undefined ? generation : await putTraits(ctx, uuid, traits, generation)
      await placement.call(ctx, replaceInventories, {
        ...{ path: { uuid }, body: { resource_provider_generation, inventories } },
      })
    },
  }
}
