import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { changed, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { body, Generation, Uuid } from './words.ts'

const path = '/resource_providers/{uuid}/aggregates'
const Ids = Type.Array(Uuid, { uniqueItems: true })
const replies = {
  200: view({ aggregates: Type.Array(Uuid), resource_provider_generation: since('1.19', Generation) }),
}

export const listAggregates = operation({
  id: 'aggregates.list',
  method: 'GET',
  path,
  since: '1.1',
  summary: 'List the aggregates of a resource provider',
  rule: 'placement:resource_providers:aggregates:list',
  on,
  replies,
  errors: ['ProviderNotFound'],
})

export const replaceAggregates = operation({
  id: 'aggregates.replace',
  method: 'PUT',
  path,
  since: '1.1',
  summary: 'Replace the aggregates of a resource provider',
  rule: 'placement:resource_providers:aggregates:update',
  on,
  // Before 1.19 the body is a plain list without a generation.
  body: changed(body({ aggregates: Ids, resource_provider_generation: Type.Optional(Generation) }), [
    '1.19',
    Ids,
  ]),
  replies,
  errors: ['ProviderNotFound', 'GenerationChanged'],
})
