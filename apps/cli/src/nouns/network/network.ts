import { network as described, networkOperations } from '@nimbo/contracts/network/network'
import { deleteEach } from '../../cloud/delete-each.ts'
import { create, find, listAll } from '../../cloud/find.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, integer, list as listOption, oneOf, text } from '../../grammar/option.ts'
import { column, listCell, wordCell } from '../../output/cells.ts'
import { type Columns, listOf, nothing, showOf } from '../../output/result.ts'
import { networkKind, projectIn, projectOptions, tagFilters, tagQuery } from './network-kinds.ts'
import { noTagOption, setTags } from './set-tags.ts'
import { unsetsTags } from './unset-tags.ts'

const upOrDown = wordCell('admin_state_up', 'UP', 'DOWN')
const externalOrNot = wordCell('router:external', 'External', 'Internal')

const shown: Columns = {
  admin_state_up: upOrDown,
  availability_zone_hints: column(listCell, 'availability_zone_hints'),
  availability_zones: column(listCell, 'availability_zones'),
  created_at: 'created_at',
  description: 'description',
  dns_domain: 'dns_domain',
  id: 'id',
  ipv4_address_scope: 'ipv4_address_scope',
  ipv6_address_scope: 'ipv6_address_scope',
  is_default: 'is_default',
  is_vlan_transparent: 'vlan_transparent',
  mtu: 'mtu',
  name: 'name',
  port_security_enabled: 'port_security_enabled',
  project_id: 'project_id',
  'provider:network_type': 'provider:network_type',
  'provider:physical_network': 'provider:physical_network',
  'provider:segmentation_id': 'provider:segmentation_id',
  qos_policy_id: 'qos_policy_id',
  revision_number: 'revision_number',
  'router:external': externalOrNot,
  segments: 'segments',
  shared: 'shared',
  status: 'status',
  subnets: column(listCell, 'subnets'),
  tags: column(listCell, 'tags'),
  updated_at: 'updated_at',
}

const attributes = {
  admin: either({ '--enable': true, '--disable': false }, 'Enable or disable network'),
  shared: either({ '--share': true, '--no-share': false }, 'Whether the network is shared between projects'),
  description: text('<description>', 'Set network description'),
  mtu: integer('<mtu>', 'Set network mtu'),
  security: either(
    { '--enable-port-security': true, '--disable-port-security': false },
    'Default port security for ports created on this network',
  ),
  external: either({ '--external': true, '--internal': false }, 'Whether the network is external'),
  fallback: either(
    { '--default': true, '--no-default': false },
    'Whether the network is the default external network',
  ),
  providerNetworkType: text('<provider-network-type>', 'Network type: flat, geneve, local, vlan or vxlan'),
  providerPhysicalNetwork: text('<provider-physical-network>', 'Name of the physical network'),
  providerSegment: integer('<provider-segment>', 'VLAN ID or tunnel ID'),
  dnsDomain: text('<dns-domain>', 'Set DNS domain for this network'),
  tag: listOption('<tag>', 'Tag to be added to the network (repeat option to set multiple tags)'),
}

type Attributes = {
  readonly [Key in keyof typeof attributes]: ReturnType<(typeof attributes)[Key]['read']>
}

const members = (asked: Attributes) => ({
  admin_state_up: asked.admin,
  shared: asked.shared,
  description: asked.description,
  mtu: asked.mtu,
  port_security_enabled: asked.security,
  'router:external': asked.external,
  is_default: asked.fallback,
  'provider:network_type': asked.providerNetworkType,
  'provider:physical_network': asked.providerPhysicalNetwork,
  'provider:segmentation_id': asked.providerSegment,
  dns_domain: asked.dnsDomain,
})

const createNetwork = command({
  words: 'network create',
  summary: 'Create new network',
  output: 'one',
  positionals: { name: one('<name>', 'New network name') },
  options: {
    ...attributes,
    ...projectOptions,
    availabilityZoneHint: listOption(
      '<availability-zone>',
      'Availability Zone in which to create this network',
    ),
  },
  run: async (session, { name, availabilityZoneHint, ...asked }) => {
    const body = {
      admin_state_up: true,
      ...given(members(asked)),
      name,
      project_id: await projectIn(session, asked),
      availability_zone_hints: availabilityZoneHint.length > 0 ? availabilityZoneHint : undefined,
    }
    const network = await create(session, networkKind, given(body))
    return showOf(shown, await setTags(session, described, network, asked.tag))
  },
})

const list = command({
  words: 'network list',
  summary: 'List networks',
  output: 'list',
  options: {
    external: either({ '--external': true, '--internal': false }, 'List external or internal networks'),
    long: flag('List additional fields in output'),
    name: text('<name>', 'List networks according to their name'),
    admin: either({ '--enable': true, '--disable': false }, 'List enabled or disabled networks'),
    shared: either(
      { '--share': true, '--no-share': false },
      'List networks shared, or not shared, between projects',
    ),
    status: oneOf(['ACTIVE', 'BUILD', 'DOWN', 'ERROR'], 'List networks according to their status'),
    ...projectOptions,
    ...tagFilters,
  },
  run: async (session, asked) => {
    const rows = await listAll(session, networkKind, {
      'router:external': asked.external,
      name: asked.name,
      admin_state_up: asked.admin,
      shared: asked.shared,
      status: asked.status,
      project_id: await projectIn(session, asked),
      ...tagQuery(asked),
    })
    const subnets = column(listCell, 'subnets')
    if (!asked.long) return listOf({ ID: 'id', Name: 'name', Subnets: subnets }, rows)
    return listOf(
      {
        ID: 'id',
        Name: 'name',
        Status: 'status',
        Project: 'project_id',
        State: upOrDown,
        Shared: 'shared',
        Subnets: subnets,
        'Network Type': 'provider:network_type',
        'Router Type': externalOrNot,
        'Availability Zones': column(listCell, 'availability_zones'),
        Tags: column(listCell, 'tags'),
      },
      rows,
    )
  },
})

const show = command({
  words: 'network show',
  summary: 'Show network details',
  output: 'one',
  positionals: { network: one('<network>', 'Network to display (name or ID)') },
  run: async (session, { network }) => showOf(shown, await find(session, networkKind, network)),
})

const set = command({
  words: 'network set',
  summary: 'Set network properties',
  output: 'none',
  positionals: { network: one('<network>', 'Network to modify (name or ID)') },
  options: { ...attributes, name: text('<name>', 'Set network name'), noTag: noTagOption },
  run: async (session, { network, name, ...asked }) => {
    const found = await find(session, networkKind, network)
    const body = given({ ...members(asked), name })
    if (Object.keys(body).length > 0) {
      await perform(session, inNetwork(networkOperations.update), {
        path: { network_id: textAt(found, 'id') },
        body: { network: body },
      })
    }
    await setTags(session, described, found, asked.tag, asked.noTag)
    return nothing
  },
})

const remove = command({
  words: 'network delete',
  summary: 'Delete network(s)',
  output: 'none',
  positionals: { networks: many('<network>', 'Network(s) to delete (name or ID)') },
  run: async (session, { networks }) => {
    await deleteEach(session, networkKind, networks)
    return nothing
  },
})

const unset = unsetsTags('network', '<network>', networkKind, described)

export const networkCommands = [createNetwork, list, show, set, unset, remove]
