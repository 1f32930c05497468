import { localIpOperations } from '@nimbo/contracts/network/local-ip'
import { findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { many, one } from '../../grammar/command.ts'
import { deletes, does, lists, shows } from '../../grammar/declared.ts'
import { oneOf, text } from '../../grammar/option.ts'
import { localIpKind, networkKind, portKind, projectIn, projectOptions } from './network-kinds.ts'

const service = 'network'
const local = one('<local-ip>', 'Local IP (name or ID)')
const described = {
  name: text('<name>', 'Name of the local IP'),
  description: text('<description>', 'Description of the local IP'),
}

const columns = {
  created_at: 'created_at',
  description: 'description',
  id: 'id',
  ip_mode: 'ip_mode',
  local_ip_address: 'local_ip_address',
  local_port_id: 'local_port_id',
  name: 'name',
  network_id: 'network_id',
  project_id: 'project_id',
  revision_number: 'revision_number',
  updated_at: 'updated_at',
}

export const localIpCommands = [
  shows({
    words: 'local ip create',
    summary: 'Create Local IP',
    ...{ service, operation: localIpOperations.create, columns },
    options: {
      ...described,
      network: text('<network>', 'Network to allocate the local IP from (name or ID)'),
      localPort: text('<local-port>', 'Port that owns the address of the local IP (name or ID)'),
      localIpAddress: text('<local-ip-address>', 'IP address of the local IP'),
      ipMode: oneOf(
        ['translate', 'passthrough'],
        'Replace the local IP by the fixed IP of the port (translate, default), or pass it unchanged',
      ),
      ...projectOptions,
    },
    request: async (
      { network, localPort, localIpAddress, ipMode, name, description, ...asked },
      session,
    ) => ({
      body: {
        local_ip: given({
          ...{ name, description, local_ip_address: localIpAddress, ip_mode: ipMode },
          network_id: await findOptionalId(session, networkKind, network),
          local_port_id: await findOptionalId(session, portKind, localPort),
          project_id: await projectIn(session, asked),
        }),
      },
    }),
  }),
  lists({
    words: 'local ip list',
    summary: 'List local IPs',
    ...{ service, operation: localIpOperations.list },
    options: {
      name: text('<name>', 'List only local IPs with this name'),
      network: text('<network>', 'List only local IPs of this network (name or ID)'),
      localPort: text('<local-port>', 'List only local IPs of this local port (name or ID)'),
      localIpAddress: text('<local-ip-address>', 'List only local IPs with this address'),
      ipMode: oneOf(['translate', 'passthrough'], 'List only local IPs in this mode'),
      ...projectOptions,
    },
    request: async ({ name, network, localPort, localIpAddress, ipMode, ...asked }, session) => ({
      query: given({
        ...{ name, local_ip_address: localIpAddress, ip_mode: ipMode },
        network_id: await findOptionalId(session, networkKind, network),
        local_port_id: await findOptionalId(session, portKind, localPort),
        project_id: await projectIn(session, asked),
      }),
    }),
    columns: {
      ID: 'id',
      Name: 'name',
      Description: 'description',
      Project: 'project_id',
      'Local Port ID': 'local_port_id',
      Network: 'network_id',
      'Local IP address': 'local_ip_address',
      'IP mode': 'ip_mode',
    },
  }),
  shows({
    words: 'local ip show',
    summary: 'Display Local IP details',
    ...{ service, operation: localIpOperations.show, columns },
    positionals: { local },
    request: async ({ local: called }, session) => ({
      path: { local_ip_id: await findId(session, localIpKind, called) },
    }),
  }),
  does({
    words: 'local ip set',
    summary: 'Set local ip properties',
    ...{ service, operation: localIpOperations.update },
    positionals: { local },
    options: described,
    request: async ({ local: called, name, description }, session) => ({
      path: { local_ip_id: await findId(session, localIpKind, called) },
      body: { local_ip: given({ name, description }) },
    }),
  }),
  deletes(
    'local ip delete',
    'Delete local IP(s)',
    localIpKind,
    many('<local-ip>', 'Local IP(s) to delete (name or ID)'),
  ),
]
