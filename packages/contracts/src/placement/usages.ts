import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { given, ownProject } from '@nimbo/operation/target'
import { before, since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { Amounts, Generation } from './words.ts'

const Id = Type.String({ minLength: 1, maxLength: 255 })

export const showProviderUsages = operation({
  id: 'provider_usages.show',
  method: 'GET',
  path: '/resource_providers/{uuid}/usages',
  summary: 'Show how much of a resource provider is used',
  rule: 'placement:resource_providers:usages',
  on: ownProject,
  replies: { 200: view({ resource_provider_generation: Generation, usages: Amounts }) },
  errors: ['ProviderNotFound'],
})

export const showUsages = operation({
  id: 'usages.show',
  method: 'GET',
  path: '/usages',
  since: '1.9',
  summary: 'Show how much a project, or one of its users, uses',
  rule: 'placement:usages',
  on: given,
  query: Type.Object(
    {
      project_id: Id,
      user_id: Type.Optional(Id),
      consumer_type: Type.Optional(
        since('1.38', Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Z0-9_]+$|^all$|^unknown$' })),
      ),
    },
    exact,
  ),
  replies: {
    200: view({
      usages: Type.Union([since('1.38', Type.Record(Type.String(), Amounts)), before('1.38', Amounts)]),
    }),
  },
})
