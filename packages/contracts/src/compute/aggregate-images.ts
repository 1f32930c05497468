import { empty, exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Uuid } from './words.ts'

export const cacheImages = operation({
  id: 'aggregates.images.cache',
  method: 'POST',
  path: '/os-aggregates/{aggregate_id}/images',
  since: '2.81',
  summary: 'Have the hosts of an aggregate fetch images before they are needed',
  rule: 'compute:aggregates:images',
  on: found('aggregate'),
  body: Type.Object(
    { cache: Type.Array(Type.Object({ id: Uuid }, exact), { minItems: 1, maxItems: 100 }) },
    exact,
  ),
  replies: { 202: empty },
  errors: ['AggregateNotFound'],
})
