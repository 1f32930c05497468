import { identityProviderOperations as operations } from '@nimbo/contracts/identity/identity-providers'
import { findOptionalId, type Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { readText } from '../../cloud/read-text.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, flag, integer, list, text } from '../../grammar/option.ts'
import { domainKind } from './identity-kinds.ts'

const service = 'identity'
const providerKind: Kind = {
  ...{ service, list: operations.list, show: operations.show, remove: operations.delete },
  label: 'Identity provider',
}

const options = {
  remoteId: list('<remote-id>', 'Remote ID that identifies the provider in its assertions (repeatable)'),
  remoteIdFile: text('<file-name>', 'File with the remote IDs, one per line (replaces those of --remote-id)'),
  description: text('<description>', 'Description of the identity provider'),
  enabled: either(
    { '--enable': true, '--disable': false },
    'Enable or disable authentication with the identity provider',
  ),
  authorizationTtl: integer(
    '<minutes>',
    'Minutes for which group memberships from the provider stay valid after each login',
  ),
}

/** The remote ids given as words or in the lines of a file; undefined when neither is given. */
const remoteIds = async (words: readonly string[], file: string | undefined) => {
  if (file === undefined) return words.length === 0 ? undefined : words
  const lines = (await readText(file)).split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

export const identityProviderCommands = [
  shows({
    words: 'identity provider create',
    summary: 'Create new identity provider',
    ...{ service, operation: operations.create },
    positionals: { provider: one('<name>', 'New identity provider name (must be unique)') },
    options: {
      ...options,
      domain: text('<domain>', 'Domain of the federated users (name or ID; default: a new domain)'),
    },
    request: async (asked, session) => ({
      path: { idp_id: asked.provider },
      body: {
        identity_provider: given({
          ...{ description: asked.description, enabled: asked.enabled ?? true },
          domain_id: await findOptionalId(session, domainKind, asked.domain),
          remote_ids: await remoteIds(asked.remoteId, asked.remoteIdFile),
          authorization_ttl: asked.authorizationTtl,
        }),
      },
    }),
  }),
  lists({
    words: 'identity provider list',
    summary: 'List identity providers',
    ...{ service, operation: operations.list },
    options: {
      id: text('<id>', 'List only the identity provider with this ID'),
      enabled: flag('List only enabled identity providers'),
    },
    request: ({ id, enabled }) => ({ query: given({ id, enabled: enabled ? 'true' : undefined }) }),
    columns: { ID: 'id', Enabled: 'enabled', 'Domain ID': 'domain_id', Description: 'description' },
  }),
  shows({
    words: 'identity provider show',
    summary: 'Display identity provider details',
    ...{ service, operation: operations.show },
    positionals: { provider: one('<identity-provider>', 'Identity provider to display') },
    request: ({ provider }) => ({ path: { idp_id: provider } }),
  }),
  does({
    words: 'identity provider set',
    summary: 'Set identity provider properties',
    ...{ service, operation: operations.update, options },
    positionals: { provider: one('<identity-provider>', 'Identity provider to modify') },
    request: async (asked) => ({
      path: { idp_id: asked.provider },
      body: {
        identity_provider: given({
          ...{ description: asked.description, enabled: asked.enabled },
          remote_ids: await remoteIds(asked.remoteId, asked.remoteIdFile),
          authorization_ttl: asked.authorizationTtl,
        }),
      },
    }),
  }),
  deletes(
    'identity provider delete',
    'Delete identity provider(s)',
    providerKind,
    many('<identity-provider>', 'Identity provider(s) to delete'),
  ),
]
