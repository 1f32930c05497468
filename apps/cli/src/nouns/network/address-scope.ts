import { addressScopeOperations } from '@nimbo/contracts/network/address-scope'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { either, oneOf, text } from '../../grammar/option.ts'
import { addressScopeKind, projectIn, projectOptions } from './network-kinds.ts'

const service = 'network'
const scope = one('<address-scope>', 'Address scope (name or ID)')
const share = either(
  { '--share': true, '--no-share': false },
  'Whether the address scope is shared with all projects',
)
const versionOf = (text: '4' | '6' | undefined): 4 | 6 | undefined =>
  text === undefined ? undefined : text === '4' ? 4 : 6

export const addressScopeCommands = [
  shows({
    words: 'address scope create',
    summary: 'Create a new Address Scope',
    ...{ service, operation: addressScopeOperations.create },
    positionals: { name: one('<name>', 'New address scope name') },
    options: { ipVersion: oneOf(['4', '6'], 'IP version (default: 4)'), share, ...projectOptions },
    request: async ({ name, ipVersion, share: shared, ...asked }, session) => ({
      body: {
        address_scope: given({
          ...{ name, ip_version: versionOf(ipVersion) ?? 4, shared },
          project_id: await projectIn(session, asked),
        }),
      },
    }),
  }),
  lists({
    words: 'address scope list',
    summary: 'List address scopes',
    ...{ service, operation: addressScopeOperations.list },
    options: {
      name: text('<name>', 'List only address scopes of this name'),
      ipVersion: oneOf(['4', '6'], 'List only address scopes of this IP version'),
      share,
      ...projectOptions,
    },
    request: async ({ name, ipVersion, share: shared, ...asked }, session) => ({
      query: given({
        ...{ name, ip_version: versionOf(ipVersion), shared },
        project_id: await projectIn(session, asked),
      }),
    }),
    columns: {
      ID: 'id',
      Name: 'name',
      'IP Version': 'ip_version',
      Shared: 'shared',
      Project: 'project_id',
    },
  }),
  shows({
    words: 'address scope show',
    summary: 'Display address scope details',
    ...{ service, operation: addressScopeOperations.show },
    positionals: { scope },
    request: async ({ scope: called }, session) => ({
      path: { address_scope_id: await findId(session, addressScopeKind, called) },
    }),
  }),
  does({
    words: 'address scope set',
    summary: 'Set address scope properties',
    ...{ service, operation: addressScopeOperations.update },
    positionals: { scope },
    options: { name: text('<name>', 'Set address scope name'), share },
    request: async ({ scope: called, name, share: shared }, session) => ({
      path: { address_scope_id: await findId(session, addressScopeKind, called) },
      body: { address_scope: given({ name, shared }) },
    }),
  }),
  deletes(
    'address scope delete',
    'Delete address scope(s)',
    addressScopeKind,
    many('<address-scope>', 'Address scope(s) to delete (name or ID)'),
  ),
]
