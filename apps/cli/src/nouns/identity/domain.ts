import { listDomains, showDomain, updateDomain } from '@nimbo/contracts/identity/domains'
import { findId } from '../../cloud/find.ts'
import { given, without } from '../../cloud/json-values.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, flag, text } from '../../grammar/option.ts'
import { everyField } from '../../output/result.ts'
import { createOrShow, orShow } from './create-or-show.ts'
import { domainKind } from './identity-kinds.ts'
import { immutability, optionsOf } from './immutability.ts'

const service = 'identity'

const attributes = {
  description: text('<description>', 'Description of the domain'),
  enabled: either({ '--enable': true, '--disable': false }, 'Enable or disable the domain'),
  ...immutability,
}

export const domainCommands = [
  command({
    words: 'domain create',
    summary: 'Create new domain',
    output: 'one',
    positionals: { name: one('<domain-name>', 'New domain name') },
    options: { ...attributes, orShow },
    run: async (session, { name, description, enabled = true, immutable, orShow: mayExist }) => {
      const members = { name, description, enabled, options: optionsOf(immutable) }
      return everyField(without(await createOrShow(session, domainKind, members, mayExist), 'links'))
    },
  }),
  lists({
    words: 'domain list',
    summary: 'List domains',
    ...{ service, operation: listDomains },
    options: {
      name: text('<name>', 'List only the domain with this name'),
      enabled: flag('List only enabled domains'),
    },
    request: ({ name, enabled }) => ({ query: { name, enabled: enabled ? 'true' : undefined } }),
    columns: { ID: 'id', Name: 'name', Enabled: 'enabled', Description: 'description' },
  }),
  shows({
    words: 'domain show',
    summary: 'Display domain details',
    ...{ service, operation: showDomain },
    positionals: { domain: one('<domain>', 'Domain to display (name or ID)') },
    request: async ({ domain }, session) => ({
      path: { domain_id: await findId(session, domainKind, domain) },
    }),
  }),
  does({
    words: 'domain set',
    summary: 'Set domain properties',
    ...{ service, operation: updateDomain },
    positionals: { domain: one('<domain>', 'Domain to modify (name or ID)') },
    options: { ...attributes, name: text('<name>', 'New domain name') },
    request: async ({ domain, name, description, enabled, immutable }, session) => ({
      path: { domain_id: await findId(session, domainKind, domain) },
      body: { domain: given({ name, description, enabled, options: optionsOf(immutable) }) },
    }),
  }),
  deletes(
    'domain delete',
    'Delete domain(s)',
    domainKind,
    many('<domain>', 'Domain(s) to delete (name or ID)'),
  ),
]
