import { floatingIp as described, floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { CliError } from '../../cloud/cli-error.ts'
import { find, findId, findOptionalId } from '../../cloud/find.ts'
import { given, rowAt, textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, lists, shows } from '../../grammar/declared.ts'
import { flag, list, oneOf, text } from '../../grammar/option.ts'
import { column, listCell } from '../../output/cells.ts'
import { type Columns, nothing, showOf } from '../../output/result.ts'
import {
  floatingIpKind,
  networkKind,
  portKind,
  projectIn,
  projectOptions,
  qosPolicyKind,
  routerKind,
  subnetKind,
  tagFilters,
  tagQuery,
} from './network-kinds.ts'
import { noTagOption, setTags } from './set-tags.ts'
import { tagRemoval, unsetTags } from './unset-tags.ts'

const service = 'network'
const floating = one('<floating-ip>', 'Floating IP (IP address or ID)')

const shown: Columns = {
  created_at: 'created_at',
  description: 'description',
  dns_domain: 'dns_domain',
  dns_name: 'dns_name',
  fixed_ip_address: 'fixed_ip_address',
  floating_ip_address: 'floating_ip_address',
  floating_network_id: 'floating_network_id',
  id: 'id',
  name: 'floating_ip_address',
  port_details: 'port_details',
  port_id: 'port_id',
  project_id: 'project_id',
  qos_network_policy_id: 'qos_network_policy_id',
  qos_policy_id: 'qos_policy_id',
  revision_number: 'revision_number',
  router_id: 'router_id',
  status: 'status',
  subnet_id: 'subnet_id',
  tags: column(listCell, 'tags'),
  updated_at: 'updated_at',
}

const attributes = {
  port: text('<port>', 'Port to associate with the floating IP (name or ID)'),
  fixedIpAddress: text('<ip-address>', 'Fixed IP address of the port to map the floating IP to'),
  description: text('<description>', 'Description of the floating IP'),
  qosPolicy: text('<qos-policy>', 'QoS policy of the floating IP (name or ID)'),
  tag: list('<tag>', 'Tag to be added to the floating IP (repeatable)'),
}

const create = command({
  words: 'floating ip create',
  summary: 'Create floating IP',
  calls: [inNetwork(floatingIpOperations.create)],
  output: 'one',
  positionals: { network: one('<network>', 'Network to allocate floating IP from (name or ID)') },
  options: {
    ...attributes,
    ...projectOptions,
    subnet: text('<subnet>', 'Subnet to allocate the floating IP from (name or ID)'),
    floatingIpAddress: text('<ip-address>', 'Floating IP address to allocate (default: any free address)'),
    dnsDomain: text('<dns-domain>', 'DNS domain of the floating IP'),
    dnsName: text('<dns-name>', 'DNS name of the floating IP'),
  },
  run: async (session, { network, tag, ...asked }) => {
    const floatingip = given({
      floating_network_id: await findId(session, networkKind, network),
      subnet_id: await findOptionalId(session, subnetKind, asked.subnet),
      port_id: await findOptionalId(session, portKind, asked.port),
      floating_ip_address: asked.floatingIpAddress,
      fixed_ip_address: asked.fixedIpAddress,
      description: asked.description,
      qos_policy_id: await findOptionalId(session, qosPolicyKind, asked.qosPolicy),
      dns_domain: asked.dnsDomain,
      dns_name: asked.dnsName,
      project_id: await projectIn(session, asked),
    })
    const reply = await perform(session, inNetwork(floatingIpOperations.create), { body: { floatingip } })
    return showOf(shown, await setTags(session, described, rowAt(reply, 'floatingip'), tag))
  },
})

const set = command({
  words: 'floating ip set',
  summary: 'Set floating IP Properties',
  calls: [inNetwork(floatingIpOperations.update)],
  output: 'none',
  positionals: { floating },
  options: {
    ...attributes,
    noQosPolicy: flag('Remove the QoS policy from the floating IP'),
    noTag: noTagOption,
  },
  run: async (session, { floating: called, tag, port, fixedIpAddress, description, ...asked }) => {
    const found = await find(session, floatingIpKind, called)
    const members = given({
      port_id: await findOptionalId(session, portKind, port),
      fixed_ip_address: fixedIpAddress,
      description,
      qos_policy_id: asked.noQosPolicy ? null : await findOptionalId(session, qosPolicyKind, asked.qosPolicy),
    })
    if (Object.keys(members).length > 0)
      await session.api.network.call(floatingIpOperations.update, {
        path: { floatingip_id: textAt(found, 'id') },
        body: { floatingip: members },
      })
    await setTags(session, described, found, tag, asked.noTag)
    return nothing
  },
})

const unset = command({
  words: 'floating ip unset',
  summary: 'Unset floating IP Properties',
  calls: [inNetwork(floatingIpOperations.update)],
  output: 'none',
  positionals: { floating },
  options: {
    port: flag('Disassociate the floating IP from its port'),
    qosPolicy: flag('Remove the QoS policy from the floating IP'),
    ...tagRemoval,
  },
  run: async (session, { floating: called, port, qosPolicy, ...tags }) => {
    const found = await find(session, floatingIpKind, called)
    const path = { floatingip_id: textAt(found, 'id') }
    if (port || qosPolicy)
      await session.api.network.call(floatingIpOperations.update, {
        path,
        body: { floatingip: { ...(port && { port_id: null }), ...(qosPolicy && { qos_policy_id: null }) } },
      })
    await unsetTags(session, described, found, tags)
    return nothing
  },
})

/** Always fails, as in the openstack client: floating IP pools existed only in nova-network. */
const listPools = command({
  words: 'floating ip pool list',
  summary: 'List pools of floating IP addresses',
  calls: [],
  output: 'none',
  run: async () => {
    throw new CliError('Floating ip pool operations are only available for Compute v2 network.')
  },
})

export const floatingIpCommands = [
  create,
  listPools,
  lists({
    words: 'floating ip list',
    summary: 'List floating IP(s)',
    ...{ service, operation: floatingIpOperations.list },
    options: {
      network: text('<network>', 'List only floating IPs of this external network (name or ID)'),
      port: text('<port>', 'List only floating IPs associated with this port (name or ID)'),
      fixedIpAddress: text('<ip-address>', 'List only floating IPs mapped to this fixed IP address'),
      floatingIpAddress: text('<ip-address>', 'List only the floating IP with this address'),
      router: text('<router>', 'List only floating IPs of this router (name or ID)'),
      status: oneOf(['ACTIVE', 'DOWN'], 'List only floating IPs with this status'),
      long: flag('List additional fields in output'),
      ...projectOptions,
      ...tagFilters,
    },
    request: async (asked, session) => ({
      query: given({
        floating_network_id: await findOptionalId(session, networkKind, asked.network),
        port_id: await findOptionalId(session, portKind, asked.port),
        router_id: await findOptionalId(session, routerKind, asked.router),
        fixed_ip_address: asked.fixedIpAddress,
        floating_ip_address: asked.floatingIpAddress,
        status: asked.status,
        project_id: await projectIn(session, asked),
        ...tagQuery(asked),
      }),
    }),
    columns: ({ long }) => ({
      ID: 'id',
      'Floating IP Address': 'floating_ip_address',
      'Fixed IP Address': 'fixed_ip_address',
      Port: 'port_id',
      'Floating Network': 'floating_network_id',
      Project: 'project_id',
      ...(long && {
        Router: 'router_id',
        Status: 'status',
        Description: 'description',
        Tags: column(listCell, 'tags'),
        'DNS Name': 'dns_name',
        'DNS Domain': 'dns_domain',
      }),
    }),
  }),
  shows({
    words: 'floating ip show',
    summary: 'Display floating IP details',
    ...{ service, operation: floatingIpOperations.show, columns: shown },
    positionals: { floating },
    request: async ({ floating: called }, session) => ({
      path: { floatingip_id: await findId(session, floatingIpKind, called) },
    }),
  }),
  set,
  unset,
  deletes(
    'floating ip delete',
    'Delete floating IP(s)',
    floatingIpKind,
    many('<floating-ip>', 'Floating IP(s) to delete (IP address or ID)'),
  ),
]
