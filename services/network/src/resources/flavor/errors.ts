import { defineErrors, fault } from '@nimbo/kernel/errors'

type Pair = { readonly profileId: string; readonly flavorId: string }

export const errors = defineErrors({
  FlavorNotFound: fault<{ id: string }>('notFound', ({ id }) => `Flavor ${id} could not be found.`),
  InvalidServiceType: fault<{ type: string }>('badRequest', ({ type }) => `Invalid service type: ${type}.`),
  FlavorServiceProfileBindingExists: fault<Pair>(
    'conflict',
    ({ profileId, flavorId }) =>
      `Service Profile ${profileId} is already associated with flavor ${flavorId}.`,
  ),
  FlavorServiceProfileBindingNotFound: fault<Pair>(
    'notFound',
    ({ profileId, flavorId }) => `Service Profile ${profileId} is not associated with flavor ${flavorId}.`,
  ),
})
