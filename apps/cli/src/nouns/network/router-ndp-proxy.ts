import { ndpProxyOperations } from '@nimbo/contracts/network/ndp-proxy'
import { findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { requiredText, text } from '../../grammar/option.ts'
import { ndpProxyKind, portKind, projectIn, projectOptions, routerKind } from './network-kinds.ts'

const service = 'network'
const proxy = one('<ndp-proxy>', 'NDP proxy (name or ID)')
const description = text('<description>', 'Description of the NDP proxy')

const columns = {
  created_at: 'created_at',
  description: 'description',
  id: 'id',
  ip_address: 'ip_address',
  name: 'name',
  port_id: 'port_id',
  project_id: 'project_id',
  revision_number: 'revision_number',
  router_id: 'router_id',
  updated_at: 'updated_at',
}

export const routerNdpProxyCommands = [
  shows({
    words: 'router ndp proxy create',
    summary: 'Create NDP proxy',
    ...{ service, operation: ndpProxyOperations.create, columns },
    positionals: { router: one('<router>', 'Router of the NDP proxy (name or ID)') },
    options: {
      name: text('<name>', 'New NDP proxy name'),
      port: requiredText('<port>', 'Port that has the IPv6 address (name or ID)'),
      ipAddress: text(
        '<ip-address>',
        'IPv6 address of the port to answer for (required if the port has several)',
      ),
      description,
    },
    request: async ({ router, name, port, ipAddress, description: said }, session) => ({
      body: {
        ndp_proxy: given({
          router_id: await findId(session, routerKind, router),
          port_id: await findId(session, portKind, port),
          ...{ name, ip_address: ipAddress, description: said },
        }),
      },
    }),
  }),
  lists({
    words: 'router ndp proxy list',
    summary: 'List NDP proxies',
    ...{ service, operation: ndpProxyOperations.list },
    options: {
      router: text('<router>', 'List only NDP proxies of this router (name or ID)'),
      port: text('<port>', 'List only NDP proxies of this port (name or ID)'),
      ipAddress: text('<ip-address>', 'List only NDP proxies with this IPv6 address'),
      name: text('<name>', 'List only NDP proxies with this name'),
      ...projectOptions,
    },
    request: async ({ router, port, ipAddress, name, ...asked }, session) => ({
      query: given({
        router_id: await findOptionalId(session, routerKind, router),
        port_id: await findOptionalId(session, portKind, port),
        ...{ ip_address: ipAddress, name },
        project_id: await projectIn(session, asked),
      }),
    }),
    columns: {
      ID: 'id',
      Name: 'name',
      'Router ID': 'router_id',
      'IP Address': 'ip_address',
      Project: 'project_id',
    },
  }),
  shows({
    words: 'router ndp proxy show',
    summary: 'Display NDP proxy details',
    ...{ service, operation: ndpProxyOperations.show, columns },
    positionals: { proxy },
    request: async ({ proxy: called }, session) => ({
      path: { ndp_proxy_id: await findId(session, ndpProxyKind, called) },
    }),
  }),
  does({
    words: 'router ndp proxy set',
    summary: 'Set NDP proxy properties',
    ...{ service, operation: ndpProxyOperations.update },
    positionals: { proxy },
    options: { name: text('<name>', 'Set NDP proxy name'), description },
    request: async ({ proxy: called, name, description: said }, session) => ({
      path: { ndp_proxy_id: await findId(session, ndpProxyKind, called) },
      body: { ndp_proxy: given({ name, description: said }) },
    }),
  }),
  deletes(
    'router ndp proxy delete',
    'Delete NDP proxy(s)',
    ndpProxyKind,
    many('<ndp-proxy>', 'NDP proxy(s) to delete (name or ID)'),
  ),
]
