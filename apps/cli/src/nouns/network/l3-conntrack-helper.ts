import { conntrackHelperOperations } from '@nimbo/contracts/network/conntrack-helper'
import { forAll } from '../../cloud/delete-each.ts'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { integer, oneOf, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { nothing } from '../../output/result.ts'
import { routerKind } from './network-kinds.ts'

const service = 'network'
const router = one('<router>', 'Router of the conntrack helper (name or ID)')
const helper = one('<conntrack-helper-id>', 'ID of the conntrack helper')
const attributes = {
  helper: text('<helper>', 'Name of the netfilter conntrack helper, such as ftp or tftp'),
  protocol: oneOf(['tcp', 'udp'], 'Network protocol of the helper'),
  port: integer('<port>', 'Protocol port of the helper'),
}

const remove = command({
  words: 'network l3 conntrack helper delete',
  summary: 'Delete L3 conntrack helper',
  calls: [inNetwork(conntrackHelperOperations.delete)],
  output: 'none',
  positionals: { router, helpers: many('<conntrack-helper-id>', 'Conntrack helper(s) to delete (ID)') },
  run: async (session, { router: called, helpers }) => {
    const router_id = await findId(session, routerKind, called)
    await forAll(helpers, 'L3 conntrack helper', 'delete', (conntrack_helper_id) =>
      perform(session, inNetwork(conntrackHelperOperations.delete), {
        path: { router_id, conntrack_helper_id },
      }),
    )
    return nothing
  },
})

export const l3ConntrackHelperCommands = [
  shows({
    words: 'network l3 conntrack helper create',
    summary: 'Create a new L3 conntrack helper',
    ...{ service, operation: conntrackHelperOperations.create },
    positionals: { router },
    options: attributes,
    request: async ({ router: called, helper: name, protocol, port }, session) => {
      if (name === undefined || protocol === undefined || port === undefined)
        throw new UsageError('the following arguments are required: --helper, --protocol, --port')
      return {
        path: { router_id: await findId(session, routerKind, called) },
        body: { conntrack_helper: { helper: name, protocol, port } },
      }
    },
  }),
  lists({
    words: 'network l3 conntrack helper list',
    summary: 'List L3 conntrack helpers',
    ...{ service, operation: conntrackHelperOperations.list },
    positionals: { router },
    options: attributes,
    request: async ({ router: called, helper: name, protocol, port }, session) => ({
      path: { router_id: await findId(session, routerKind, called) },
      query: given({ helper: name, protocol, port }),
    }),
    columns: { ID: 'id', Helper: 'helper', Protocol: 'protocol', Port: 'port' },
  }),
  shows({
    words: 'network l3 conntrack helper show',
    summary: 'Display L3 conntrack helper details',
    ...{ service, operation: conntrackHelperOperations.show },
    positionals: { router, helper },
    request: async ({ router: called, helper: conntrack_helper_id }, session) => ({
      path: { router_id: await findId(session, routerKind, called), conntrack_helper_id },
    }),
  }),
  does({
    words: 'network l3 conntrack helper set',
    summary: 'Set L3 conntrack helper properties',
    ...{ service, operation: conntrackHelperOperations.update },
    positionals: { router, id: helper },
    options: attributes,
    request: async ({ router: called, id: conntrack_helper_id, helper: name, protocol, port }, session) => ({
      path: { router_id: await findId(session, routerKind, called), conntrack_helper_id },
      body: { conntrack_helper: given({ helper: name, protocol, port }) },
    }),
  }),
  remove,
]
