import { serviceProviderOperations as operations } from '@nimbo/contracts/identity/service-providers'
import type { Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, requiredText, text } from '../../grammar/option.ts'

const service = 'identity'
const providerKind: Kind = {
  ...{ service, list: operations.list, show: operations.show, remove: operations.delete },
  label: 'Service provider',
}

const enabled = either({ '--enable': true, '--disable': false }, 'Enable or disable the service provider')
const description = text('<description>', 'Description of the service provider')

export const serviceProviderCommands = [
  shows({
    words: 'service provider create',
    summary: 'Create new service provider',
    ...{ service, operation: operations.create },
    positionals: { provider: one('<name>', 'New service provider name (must be unique)') },
    options: {
      authUrl: requiredText('<auth-url>', 'Authentication URL of the service provider'),
      serviceProviderUrl: requiredText(
        '<sp-url>',
        'URL of the service provider that SAML assertions are sent to',
      ),
      ...{ description, enabled },
    },
    request: ({ provider, authUrl, serviceProviderUrl, description: said, enabled: on = true }) => ({
      path: { service_provider_id: provider },
      body: {
        service_provider: given({
          ...{ auth_url: authUrl, sp_url: serviceProviderUrl, description: said, enabled: on },
        }),
      },
    }),
  }),
  lists({
    words: 'service provider list',
    summary: 'List service providers',
    ...{ service, operation: operations.list },
    columns: {
      ...{ ID: 'id', Enabled: 'enabled', Description: 'description' },
      ...{ 'Auth URL': 'auth_url', 'Service Provider URL': 'sp_url' },
    },
  }),
  shows({
    words: 'service provider show',
    summary: 'Display service provider details',
    ...{ service, operation: operations.show },
    positionals: { provider: one('<service-provider>', 'Service provider to display') },
    request: ({ provider }) => ({ path: { service_provider_id: provider } }),
  }),
  does({
    words: 'service provider set',
    summary: 'Set service provider properties',
    ...{ service, operation: operations.update },
    positionals: { provider: one('<service-provider>', 'Service provider to modify') },
    options: {
      authUrl: text('<auth-url>', 'Authentication URL of the service provider'),
      serviceProviderUrl: text('<sp-url>', 'URL of the service provider that SAML assertions are sent to'),
      ...{ description, enabled },
    },
    request: ({ provider, authUrl, serviceProviderUrl, description: said, enabled: on }) => ({
      path: { service_provider_id: provider },
      body: {
        service_provider: given({
          ...{ auth_url: authUrl, sp_url: serviceProviderUrl, description: said, enabled: on },
        }),
      },
    }),
  }),
  deletes(
    'service provider delete',
    'Delete service provider(s)',
    providerKind,
    many('<service-provider>', 'Service provider(s) to delete'),
  ),
]
