import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { body, Generation, Uuid } from './words.ts'

const Name = Type.String({ minLength: 1, maxLength: 200 })
/** The schema does not check that the name of a new provider is not empty. */
const NewName = Type.String({ maxLength: 200 })
const text = Type.Optional(Type.String())
const texts = Type.Optional(Type.Array(Type.String()))

export const Provider = view({
  uuid: Uuid,
  name: Type.String(),
  generation: Generation,
  parent_provider_uuid: since('1.14', nullable(Uuid)),
  root_provider_uuid: since('1.14', Uuid),
  links: Type.Array(view({ rel: Type.String(), href: Type.String() })),
})
export type ProviderView = Static<typeof Provider>

export const listProviders = operation({
  id: 'resource_providers.list',
  method: 'GET',
  path: '/resource_providers',
  summary: 'List resource providers',
  rule: 'placement:resource_providers:list',
  on,
  query: Type.Object(
    {
      name: text,
      uuid: Type.Optional(Uuid),
      member_of: since('1.3', texts),
      resources: since('1.4', text),
      in_tree: since('1.14', text),
      required: since('1.18', texts),
    },
    exact,
  ),
  replies: { 200: view({ resource_providers: Type.Array(Provider) }) },
})

export const createProvider = operation({
  id: 'resource_providers.create',
  method: 'POST',
  path: '/resource_providers',
  summary: 'Create a resource provider',
  rule: 'placement:resource_providers:create',
  on,
  body: body({
    name: NewName,
    uuid: Type.Optional(Uuid),
    parent_provider_uuid: Type.Optional(since('1.14', nullable(Uuid))),
  }),
  replies: { 200: since('1.20', Provider), 201: empty },
  errors: ['DuplicateName'],
})

export const showProvider = operation({
  id: 'resource_providers.show',
  method: 'GET',
  path: '/resource_providers/{uuid}',
  summary: 'Show a resource provider',
  rule: 'placement:resource_providers:show',
  on,
  replies: { 200: Provider },
  errors: ['ProviderNotFound'],
})

export const updateProvider = operation({
  id: 'resource_providers.update',
  method: 'PUT',
  path: '/resource_providers/{uuid}',
  summary: 'Rename a resource provider, or give it a parent',
  rule: 'placement:resource_providers:update',
  on,
  body: body({
    name: Name,
    parent_provider_uuid: Type.Optional(since('1.14', nullable(Uuid))),
  }),
  replies: { 200: Provider },
  errors: ['ProviderNotFound', 'DuplicateName'],
})

export const deleteProvider = operation({
  id: 'resource_providers.delete',
  method: 'DELETE',
  path: '/resource_providers/{uuid}',
  summary: 'Delete a resource provider',
  rule: 'placement:resource_providers:delete',
  on,
  replies: { 204: empty },
  errors: ['ProviderNotFound', 'ProviderInUse', 'ProviderHasChildren'],
})
