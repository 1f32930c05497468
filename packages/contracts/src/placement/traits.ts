import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'

export const listTraits = operation({
  id: 'traits.list',
  method: 'GET',
  path: '/traits',
  since: '1.6',
  summary: 'List traits',
  rule: 'placement:traits:list',
  on,
  query: Type.Object({ name: Type.Optional(Type.String()), associated: Type.Optional(Type.String()) }, exact),
  replies: { 200: view({ traits: Type.Array(Type.String()) }) },
})

export const showTrait = operation({
  id: 'traits.show',
  method: 'GET',
  path: '/traits/{name}',
  since: '1.6',
  summary: 'Tell whether a trait exists',
  rule: 'placement:traits:show',
  on,
  replies: { 204: empty },
  errors: ['TraitNotFound'],
})

export const createTrait = operation({
  id: 'traits.create',
  method: 'PUT',
  path: '/traits/{name}',
  since: '1.6',
  summary: 'Create a trait, unless it exists',
  rule: 'placement:traits:update',
  on,
  replies: { 201: empty, 204: empty },
})

export const deleteTrait = operation({
  id: 'traits.delete',
  method: 'DELETE',
  path: '/traits/{name}',
  since: '1.6',
  summary: 'Delete a trait',
  rule: 'placement:traits:delete',
  on,
  replies: { 204: empty },
  errors: ['TraitNotFound', 'TraitInUse'],
})
