import { empty, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { body, Generation } from './words.ts'

/** The schema does not check whether the trait exists. */
const TraitName = Type.String({ minLength: 1, maxLength: 255 })
const path = '/resource_providers/{uuid}/traits'
const replies = {
  200: view({ resource_provider_generation: Generation, traits: Type.Array(Type.String()) }),
}

export const listProviderTraits = operation({
  id: 'provider_traits.list',
  method: 'GET',
  path,
  since: '1.6',
  summary: 'List the traits of a resource provider',
  rule: 'placement:resource_providers:traits:list',
  on,
  replies,
  errors: ['ProviderNotFound'],
})

export const replaceProviderTraits = operation({
  id: 'provider_traits.replace',
  method: 'PUT',
  path,
  since: '1.6',
  summary: 'Replace the traits of a resource provider',
  rule: 'placement:resource_providers:traits:update',
  on,
  body: body({
    resource_provider_generation: Generation,
    traits: Type.Array(TraitName),
  }),
  replies,
  errors: ['ProviderNotFound', 'GenerationChanged'],
})

export const clearProviderTraits = operation({
  id: 'provider_traits.clear',
  method: 'DELETE',
  path,
  since: '1.6',
  summary: 'Take all traits from a resource provider',
  rule: 'placement:resource_providers:traits:delete',
  on,
  replies: { 204: empty },
  errors: ['ProviderNotFound', 'GenerationChanged'],
})
