import * as operations from '@nimbo/contracts/placement/provider-traits'
import { type ProviderTraits, replaceProviderTraits, showProviderTraits } from '../app/provider-traits.ts'
import { saidAgain } from '../errors.ts'
import { fresh } from './fresh.ts'
import { handle } from './handle.ts'

const view = ({ provider, traits }: ProviderTraits) => ({
  resource_provider_generation: provider.generation,
  traits: [...traits],
})

const list = handle(operations.listProviderTraits, async (call) => {
  const shown = await showProviderTraits(call.app)(call.params.uuid, saidAgain(': ', call.params.uuid))
  return fresh(call, view(shown), shown.provider.updated_at)
})

const replace = handle(operations.replaceProviderTraits, async (call) => {
  const { resource_provider_generation: generation, traits } = call.body
  const shown = await replaceProviderTraits(call.app)(call.params.uuid, generation, traits)
  return fresh(call, view(shown), shown.provider.updated_at)
})

const clear = handle(operations.clearProviderTraits, async ({ app, params }) => {
  const { provider } = await showProviderTraits(app)(params.uuid)
  await replaceProviderTraits(app)(params.uuid, provider.generation, [])
})

export const providerTraits = [list, replace, clear]
