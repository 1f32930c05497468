import { portAssociationOperations } from '@nimbo/contracts/network/local-ip'
import { forAll } from '../../cloud/delete-each.ts'
import { findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inNetwork } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { localIpKind, portKind } from './network-kinds.ts'

const service = 'network'
const local = one('<local-ip>', 'Local IP (name or ID)')

const columns = {
  fixed_ip: 'fixed_ip',
  fixed_port_id: 'fixed_port_id',
  host: 'host',
  local_ip_address: 'local_ip_address',
  local_ip_id: 'local_ip_id',
}

const remove = command({
  words: 'local ip association delete',
  summary: 'Delete Local IP association(s)',
  calls: [inNetwork(portAssociationOperations.delete)],
  output: 'none',
  positionals: {
    local,
    ports: many('<fixed-port>', 'Port(s) to disassociate from the local IP (name or ID)'),
  },
  run: async (session, { local: called, ports }) => {
    const local_ip_id = await findId(session, localIpKind, called)
    await forAll(ports, 'Local IP association', 'delete', async (port) =>
      session.api.network.call(portAssociationOperations.delete, {
        path: { local_ip_id, port_association_id: await findId(session, portKind, port) },
      }),
    )
    return nothing
  },
})

export const localIpAssociationCommands = [
  shows({
    words: 'local ip association create',
    summary: 'Create Local IP Association',
    ...{ service, operation: portAssociationOperations.create, columns },
    positionals: { local, port: one('<fixed-port>', 'Port to associate with the local IP (name or ID)') },
    options: { fixedIp: text('<fixed-ip>', 'Fixed IP address of the port to map the local IP to') },
    request: async ({ local: called, port, fixedIp }, session) => ({
      path: { local_ip_id: await findId(session, localIpKind, called) },
      body: {
        port_association: given({ fixed_port_id: await findId(session, portKind, port), fixed_ip: fixedIp }),
      },
    }),
  }),
  lists({
    words: 'local ip association list',
    summary: 'List Local IP Associations',
    ...{ service, operation: portAssociationOperations.list },
    positionals: { local },
    options: {
      fixedPort: text('<fixed-port>', 'List only the association with this port (name or ID)'),
      fixedIp: text('<fixed-ip>', 'List only associations with this fixed IP address'),
    },
    request: async ({ local: called, fixedPort, fixedIp }, session) => ({
      path: { local_ip_id: await findId(session, localIpKind, called) },
      query: given({ fixed_port_id: await findOptionalId(session, portKind, fixedPort), fixed_ip: fixedIp }),
    }),
    columns: {
      'Local IP ID': 'local_ip_id',
      'Local IP Address': 'local_ip_address',
      'Fixed port ID': 'fixed_port_id',
      'Fixed IP': 'fixed_ip',
      Host: 'host',
    },
  }),
  remove,
]
