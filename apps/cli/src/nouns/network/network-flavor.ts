import * as flavors from '@nimbo/contracts/network/flavors'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, requiredText, text } from '../../grammar/option.ts'
import { networkFlavorKind, serviceProfileKind } from './network-kinds.ts'

const service = 'network'
const { flavorOperations, serviceProfileOperations } = flavors
const flavor = one('<flavor>', 'Network flavor (name or ID)')
const profile = one('<flavor-profile>', 'Network flavor profile (ID only)')
const enabled = either({ '--enable': true, '--disable': false }, 'Enable or disable it for use')
const description = text('<description>', 'Description')
const profileMembers = {
  ...{ description, enabled },
  driver: text('<driver>', 'Driver that implements the service'),
  metainfo: text('<metainfo>', 'Metainfo that is passed to the driver'),
}

interface ProfileAsked {
  readonly description: string | undefined
  readonly enabled: boolean | undefined
  readonly driver: string | undefined
  readonly metainfo: string | undefined
}

/** The request body for the given options. */
const profileOf = ({ description: said, enabled: on, driver, metainfo }: ProfileAsked) =>
  given({ description: said, enabled: on, driver, metainfo })

export const networkFlavorCommands = [
  shows({
    words: 'network flavor create',
    summary: 'Create new network flavor',
    ...{ service, operation: flavorOperations.create },
    positionals: { name: one('<name>', 'Name for the flavor') },
    options: {
      ...{ description, enabled },
      serviceType: requiredText('<service-type>', 'Service type to which the flavor applies'),
    },
    request: ({ name, description: said, enabled: on, serviceType }) => ({
      body: { flavor: given({ name, description: said, enabled: on, service_type: serviceType }) },
    }),
  }),
  lists({
    words: 'network flavor list',
    summary: 'List network flavors',
    ...{ service, operation: flavorOperations.list },
    columns: {
      ID: 'id',
      Name: 'name',
      Enabled: 'enabled',
      'Service Type': 'service_type',
      Description: 'description',
    },
  }),
  shows({
    words: 'network flavor show',
    summary: 'Display network flavor details',
    ...{ service, operation: flavorOperations.show },
    positionals: { flavor },
    request: async ({ flavor: called }, session) => ({
      path: { flavor_id: await findId(session, networkFlavorKind, called) },
    }),
  }),
  does({
    words: 'network flavor set',
    summary: 'Set network flavor properties',
    ...{ service, operation: flavorOperations.update },
    positionals: { flavor },
    options: { ...{ description, enabled }, name: text('<name>', 'Set flavor name') },
    request: async ({ flavor: called, name, description: said, enabled: on }, session) => ({
      path: { flavor_id: await findId(session, networkFlavorKind, called) },
      body: { flavor: given({ name, description: said, enabled: on }) },
    }),
  }),
  deletes(
    'network flavor delete',
    'Delete network flavors',
    networkFlavorKind,
    many('<flavor>', 'Flavor(s) to delete (name or ID)'),
  ),
  does({
    words: 'network flavor add profile',
    summary: 'Add a service profile to a network flavor',
    ...{ service, operation: flavors.addServiceProfile },
    positionals: { flavor, profile },
    request: async ({ flavor: called, profile: id }, session) => ({
      path: { flavor_id: await findId(session, networkFlavorKind, called) },
      body: { service_profile: { id } },
    }),
  }),
  does({
    words: 'network flavor remove profile',
    summary: 'Remove service profile from network flavor',
    ...{ service, operation: flavors.removeServiceProfile },
    positionals: { flavor, profile },
    request: async ({ flavor: called, profile: profile_id }, session) => ({
      path: { flavor_id: await findId(session, networkFlavorKind, called), profile_id },
    }),
  }),
]

export const networkFlavorProfileCommands = [
  shows({
    words: 'network flavor profile create',
    summary: 'Create new network flavor profile',
    ...{ service, operation: serviceProfileOperations.create },
    options: profileMembers,
    request: (asked) => ({ body: { service_profile: profileOf(asked) } }),
  }),
  lists({
    words: 'network flavor profile list',
    summary: 'List network flavor profile(s)',
    ...{ service, operation: serviceProfileOperations.list },
    columns: {
      ...{ ID: 'id', Driver: 'driver', Enabled: 'enabled' },
      ...{ Metainfo: 'metainfo', Description: 'description' },
    },
  }),
  shows({
    words: 'network flavor profile show',
    summary: 'Display network flavor profile details',
    ...{ service, operation: serviceProfileOperations.show },
    positionals: { profile },
    request: ({ profile: service_profile_id }) => ({ path: { service_profile_id } }),
  }),
  does({
    words: 'network flavor profile set',
    summary: 'Set network flavor profile properties',
    ...{ service, operation: serviceProfileOperations.update },
    positionals: { profile },
    options: profileMembers,
    request: ({ profile: service_profile_id, ...asked }) => ({
      path: { service_profile_id },
      body: { service_profile: profileOf(asked) },
    }),
  }),
  deletes(
    'network flavor profile delete',
    'Delete network flavor profile',
    serviceProfileKind,
    many('<flavor-profile>', 'Flavor profile(s) to delete (ID only)'),
  ),
]

export const networkServiceProviderCommands = [
  lists({
    words: 'network service provider list',
    summary: 'List Service Providers',
    ...{ service, operation: flavors.listServiceProviders },
    columns: { 'Service Type': 'service_type', Name: 'name', Default: 'default' },
  }),
]
