import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { apart, attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { identified } from '@nimbo/resource/describe/standard-attributes'
import { boolean, listOf, orElse, text, uuid } from '@nimbo/resource/describe/value-types'
import { Type } from 'typebox'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'

const longest = 1024
const description = attribute(orElse('', text(longest)), { on: 'create update', default: '' })
const enabled = attribute(boolean, { on: 'create update', default: true })

/** How a service is implemented: driver and metainfo. */
export const serviceProfile = resource(
  'service_profile',
  'service_profiles',
  {
    ...identified,
    description,
    driver: attribute(text(longest), { on: 'create update', default: '' }),
    enabled,
    metainfo: attribute(text(4096), { on: 'create update', default: '', example: 'any', filter: false }),
    flavors: apart(listOf(uuid), { filter: false }),
  },
  { path: 'service_profiles' },
)

export type ServiceProfile = Of<typeof serviceProfile>
export type PlainServiceProfile = Plain<typeof serviceProfile>

export const serviceProfileOperations = crud(serviceProfile, {
  notFound: 'ServiceProfileNotFound',
  create: ['ServiceProfileEmpty', 'ServiceProfileDriverNotFound'],
  update: ['ServiceProfileInUse', 'ServiceProfileDriverNotFound'],
  delete: ['ServiceProfileInUse'],
})

export const serviceProfileNotifications = resourceNotifications('service_profile', { whenDeleted: 'id' })

/** A flavor of a service, implemented by one of its profiles. */
export const flavor = resource('flavor', 'flavors', {
  ...identified,
  name: attribute(text(), { on: 'create update', default: '' }),
  description,
  service_type: attribute(text(), { on: 'create', required: true, example: 'L3_ROUTER_NAT' }),
  enabled,
  service_profiles: apart(listOf(uuid), { filter: false }),
})

export type Flavor = Of<typeof flavor>

export const flavorOperations = crud(flavor, {
  notFound: 'FlavorNotFound',
  create: ['InvalidServiceType'],
})

export const flavorNotifications = resourceNotifications('flavor', { whenDeleted: 'id' })

const on = found('flavor')
const profiles = '/flavors/{flavor_id}/service_profiles'

export const addServiceProfile = operation({
  id: 'flavors.add_service_profile',
  method: 'POST',
  path: profiles,
  summary: 'Have a flavor carried out by a service profile',
  rule: 'create_flavor_service_profile',
  on,
  body: Type.Object({ service_profile: Type.Object({ id: Type.String() }, exact) }, exact),
  replies: { 201: view({ service_profile: view({ id: Type.String() }) }) },
  errors: ['FlavorNotFound', 'ServiceProfileNotFound', 'FlavorServiceProfileBindingExists'],
})

export const removeServiceProfile = operation({
  id: 'flavors.remove_service_profile',
  method: 'DELETE',
  path: `${profiles}/{profile_id}`,
  summary: 'Have a flavor carried out by a service profile no more',
  rule: 'delete_flavor_service_profile',
  on,
  replies: { 204: empty },
  errors: ['FlavorNotFound', 'FlavorServiceProfileBindingNotFound'],
})

/** Service providers. */
export const listServiceProviders = operation({
  id: 'service_providers.list',
  method: 'GET',
  path: '/service-providers',
  summary: 'List who carries out services',
  rule: 'get_service_provider',
  on: ownProject,
  query: Type.Object({
    service_type: Type.Optional(Type.Array(Type.String())),
    name: Type.Optional(Type.Array(Type.String())),
    default: Type.Optional(Type.Array(Type.String())),
    fields: Type.Optional(Type.Array(Type.String())),
  }),
  replies: {
    200: view({
      service_providers: Type.Array(
        view({ service_type: Type.String(), name: Type.String(), default: Type.Boolean() }),
      ),
    }),
  },
})
