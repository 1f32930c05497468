import {
  createProtocol,
  deleteProtocol,
  listProtocols,
  showProtocol,
  updateProtocol,
} from '@nimbo/contracts/identity/federation-protocols'
import { forAll } from '../../cloud/delete-each.ts'
import { given, rowAt } from '../../cloud/json-values.ts'
import { inIdentity, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { requiredText, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'

const service = 'identity'
const provider = requiredText('<identity-provider>', 'Identity provider that supports it (ID)')
const columns = { id: 'id', mapping: 'mapping_id', remote_id_attribute: 'remote_id_attribute' }
const thing = (reply: Parameters<typeof rowAt>[0]) => rowAt(reply, 'protocol')

export const federationProtocolCommands = [
  shows({
    words: 'federation protocol create',
    summary: 'Create new federation protocol',
    ...{ service, operation: createProtocol, columns, thing },
    positionals: {
      protocol: one('<name>', 'New federation protocol name (must be unique per identity provider)'),
    },
    options: {
      identityProvider: provider,
      mapping: requiredText('<mapping>', 'Mapping of the protocol (ID)'),
      remoteIdAttribute: text(
        '<attribute>',
        'Attribute that contains the ID of the identity provider in its assertions',
      ),
    },
    request: ({ protocol, identityProvider, mapping, remoteIdAttribute }) => ({
      path: { idp_id: identityProvider, protocol_id: protocol },
      body: { protocol: given({ mapping_id: mapping, remote_id_attribute: remoteIdAttribute }) },
    }),
  }),
  lists({
    words: 'federation protocol list',
    summary: 'List federation protocols',
    ...{ service, operation: listProtocols },
    options: { identityProvider: provider },
    request: ({ identityProvider }) => ({ path: { idp_id: identityProvider } }),
    columns: { id: 'id', mapping: 'mapping_id' },
  }),
  shows({
    words: 'federation protocol show',
    summary: 'Display federation protocol details',
    ...{ service, operation: showProtocol, columns, thing },
    positionals: { protocol: one('<federation-protocol>', 'Federation protocol to display (name)') },
    options: { identityProvider: provider },
    request: ({ protocol, identityProvider }) => ({
      path: { idp_id: identityProvider, protocol_id: protocol },
    }),
  }),
  shows({
    words: 'federation protocol set',
    summary: 'Set federation protocol properties',
    ...{ service, operation: updateProtocol, columns, thing },
    positionals: { protocol: one('<name>', 'Federation protocol to modify (name)') },
    options: {
      identityProvider: provider,
      mapping: text('<mapping>', 'Mapping of the protocol (ID)'),
      remoteIdAttribute: text(
        '<attribute>',
        'Attribute that contains the ID of the identity provider in its assertions',
      ),
    },
    request: ({ protocol, identityProvider, mapping, remoteIdAttribute }) => ({
      path: { idp_id: identityProvider, protocol_id: protocol },
      body: { protocol: given({ mapping_id: mapping, remote_id_attribute: remoteIdAttribute }) },
    }),
  }),
  command({
    words: 'federation protocol delete',
    summary: 'Delete federation protocol(s)',
    calls: [inIdentity(deleteProtocol)],
    output: 'none',
    positionals: { protocols: many('<federation-protocol>', 'Federation protocol(s) to delete (name)') },
    options: { identityProvider: provider },
    run: async (session, { protocols, identityProvider: idp_id }) => {
      await forAll(protocols, 'Federation protocol', 'delete', (protocol_id) =>
        perform(session, inIdentity(deleteProtocol), { path: { idp_id, protocol_id } }),
      )
      return nothing
    },
  }),
]
