import { port as described, portOperations } from '@nimbo/contracts/network/port'
import { deleteEach } from '../../cloud/delete-each.ts'
import { create, find, findId, findOptionalId } from '../../cloud/find.ts'
import { given, rowsAt, textAt, textsAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, list as listOption, requiredText, records, text } from '../../grammar/option.ts'
import { column, listCell, recordCell, recordsCell, wordCell } from '../../output/cells.ts'
import { type Columns, nothing, type Row, showOf } from '../../output/result.ts'
import {
  networkKind,
  portKind,
  projectIn,
  projectOptions,
  securityGroupKind,
  subnetKind,
} from './network-kinds.ts'
import { keptIn } from './kept-in.ts'
import { listPorts } from './port-list.ts'
import { unsetPort } from './port-unset.ts'
import { noTagOption, setTags } from './set-tags.ts'

const shown: Columns = {
  admin_state_up: wordCell('admin_state_up', 'UP', 'DOWN'),
  allowed_address_pairs: column(recordsCell, 'allowed_address_pairs'),
  binding_host_id: 'binding:host_id',
  binding_profile: column(recordCell, 'binding:profile'),
  binding_vif_details: column(recordCell, 'binding:vif_details'),
  binding_vif_type: 'binding:vif_type',
  binding_vnic_type: 'binding:vnic_type',
  created_at: 'created_at',
  data_plane_status: 'data_plane_status',
  description: 'description',
  device_id: 'device_id',
  device_owner: 'device_owner',
  device_profile: 'device_profile',
  dns_assignment: column(recordsCell, 'dns_assignment'),
  dns_domain: 'dns_domain',
  dns_name: 'dns_name',
  extra_dhcp_opts: column(recordsCell, 'extra_dhcp_opts'),
  fixed_ips: column(recordsCell, 'fixed_ips'),
  id: 'id',
  ip_allocation: 'ip_allocation',
  mac_address: 'mac_address',
  name: 'name',
  network_id: 'network_id',
  numa_affinity_policy: 'numa_affinity_policy',
  port_security_enabled: 'port_security_enabled',
  project_id: 'project_id',
  propagate_uplink_status: 'propagate_uplink_status',
  qos_network_policy_id: 'qos_network_policy_id',
  qos_policy_id: 'qos_policy_id',
  resource_request: 'resource_request',
  revision_number: 'revision_number',
  security_group_ids: column(listCell, 'security_groups'),
  status: 'status',
  tags: column(listCell, 'tags'),
  trunk_details: 'trunk_details',
  updated_at: 'updated_at',
}

const attributes = {
  description: text('<description>', 'Description of this port'),
  device: text('<device-id>', 'Port device ID'),
  deviceOwner: text('<device-owner>', 'Device owner of this port'),
  macAddress: text('<mac-address>', 'MAC address of this port (admin only)'),
  vnicType: text('<vnic-type>', 'VNIC type for this port'),
  host: text('<host-id>', 'Allocate port on host <host-id> (ID only)'),
  admin: either({ '--enable': true, '--disable': false }, 'Enable or disable port'),
  fixedIp: records(
    ['subnet', 'ip-address'],
    'subnet=<subnet>,ip-address=<ip-address>',
    'Desired IP and/or subnet for this port (repeatable)',
  ),
  noFixedIp: flag(
    'No IP or subnet for this port; those that it has are removed, before those of --fixed-ip are added',
  ),
  securityGroup: listOption(
    '<security-group>',
    'Security group to associate with this port (name or ID) (repeatable)',
  ),
  noSecurityGroup: flag(
    'Associate no security groups with this port; those that it has are removed, before those of --security-group are added',
  ),
  portSecurity: either(
    { '--enable-port-security': true, '--disable-port-security': false },
    'Enable or disable port security for this port',
  ),
  allowedAddress: records(
    ['ip-address', 'mac-address'],
    'ip-address=<ip-address>[,mac-address=<mac-address>]',
    'Add allowed-address pair (repeatable)',
  ),
  noAllowedAddress: flag(
    'Remove the allowed-address pairs of the port, before those of --allowed-address are added',
  ),
  tag: listOption('<tag>', 'Tag to be added to the port (repeatable)'),
}

type Attributes = { readonly [Key in keyof typeof attributes]: ReturnType<(typeof attributes)[Key]['read']> }

const fixedIps = async (session: Session, asked: Attributes, before: Row) => {
  const kept = keptIn(rowsAt(before, 'fixed_ips'), asked.fixedIp, asked.noFixedIp)
  if (kept === undefined) return undefined
  const added = asked.fixedIp.map(async ({ subnet, 'ip-address': ip_address }) =>
    given({ subnet_id: await findOptionalId(session, subnetKind, subnet), ip_address }),
  )
  return [...kept, ...(await Promise.all(added))]
}

const securityGroups = async (session: Session, asked: Attributes, before: Row) => {
  const kept = keptIn(textsAt(before, 'security_groups'), asked.securityGroup, asked.noSecurityGroup)
  if (kept === undefined) return undefined
  const added = asked.securityGroup.map((group) => findId(session, securityGroupKind, group))
  return [...new Set([...kept, ...(await Promise.all(added))])]
}

const addressPairs = (asked: Attributes, before: Row) => {
  const kept = keptIn(rowsAt(before, 'allowed_address_pairs'), asked.allowedAddress, asked.noAllowedAddress)
  if (kept === undefined) return undefined
  const added = asked.allowedAddress.map((pair) =>
    given({ ip_address: pair['ip-address'], mac_address: pair['mac-address'] }),
  )
  return [...kept, ...added]
}

/** The members of a port's body. Fixed IPs, security groups and address pairs are added to those the port had before. */
const members = async (session: Session, asked: Attributes, before: Row = {}) => ({
  description: asked.description,
  device_id: asked.device,
  device_owner: asked.deviceOwner,
  mac_address: asked.macAddress,
  'binding:vnic_type': asked.vnicType,
  'binding:host_id': asked.host,
  admin_state_up: asked.admin,
  fixed_ips: await fixedIps(session, asked, before),
  security_groups: await securityGroups(session, asked, before),
  port_security_enabled: asked.portSecurity,
  allowed_address_pairs: addressPairs(asked, before),
})

const createPort = command({
  words: 'port create',
  summary: 'Create a new port',
  output: 'one',
  positionals: { name: one('<name>', 'Name of this port') },
  options: {
    network: requiredText('<network>', 'Network this port belongs to (name or ID)'),
    ...attributes,
    ...projectOptions,
  },
  run: async (session, { name, network, ...asked }) => {
    const body = {
      admin_state_up: true,
      ...given(await members(session, asked)),
      name,
      network_id: await findId(session, networkKind, network),
      project_id: await projectIn(session, asked),
    }
    const port = await create(session, portKind, given(body))
    return showOf(shown, await setTags(session, described, port, asked.tag))
  },
})

const show = command({
  words: 'port show',
  summary: 'Display port details',
  output: 'one',
  positionals: { port: one('<port>', 'Port to display (name or ID)') },
  run: async (session, { port }) => showOf(shown, await find(session, portKind, port)),
})

const set = command({
  words: 'port set',
  summary: 'Set port properties',
  output: 'none',
  positionals: { port: one('<port>', 'Port to modify (name or ID)') },
  options: { ...attributes, name: text('<name>', 'Set port name'), noTag: noTagOption },
  run: async (session, { port, name, ...asked }) => {
    const found = await find(session, portKind, port)
    const body = given({ ...(await members(session, asked, found)), name })
    if (Object.keys(body).length > 0) {
      await perform(session, inNetwork(portOperations.update), {
        path: { port_id: textAt(found, 'id') },
        body: { port: body },
      })
    }
    await setTags(session, described, found, asked.tag, asked.noTag)
    return nothing
  },
})

const remove = command({
  words: 'port delete',
  summary: 'Delete port(s)',
  output: 'none',
  positionals: { ports: many('<port>', 'Port(s) to delete (name or ID)') },
  run: async (session, { ports }) => {
    await deleteEach(session, portKind, ports)
    return nothing
  },
})

export const portCommands = [createPort, listPorts, show, set, unsetPort, remove]
