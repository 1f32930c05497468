import { subnet as described, subnetOperations } from '@nimbo/contracts/network/subnet'
import { deleteEach } from '../../cloud/delete-each.ts'
import { create, find, findId, findOptionalId, listAll } from '../../cloud/find.ts'
import { given, rowsAt, textAt, textsAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import {
  either,
  flag,
  integer,
  list as listOption,
  requiredText,
  records,
  text,
} from '../../grammar/option.ts'
import { column, listCell, recordsCell } from '../../output/cells.ts'
import { type Columns, Formatted, listOf, nothing, type Row, showOf } from '../../output/result.ts'
import {
  networkKind,
  projectIn,
  projectOptions,
  subnetKind,
  tagFilters,
  tagQuery,
  subnetPoolKind,
} from './network-kinds.ts'
import { keptIn } from './kept-in.ts'
import { noTagOption, setTags } from './set-tags.ts'
import { unsetSubnet } from './subnet-unset.ts'

const pools = (subnet: Row): Formatted =>
  new Formatted(
    subnet.allocation_pools ?? [],
    rowsAt(subnet, 'allocation_pools')
      .map((pool) => `${textAt(pool, 'start')}-${textAt(pool, 'end')}`)
      .join(','),
  )

/** A subnet's routes with `gateway`, as in `--host-route`, instead of the API's `nexthop`. */
const routes = (subnet: Row): Formatted => {
  const readable = rowsAt(subnet, 'host_routes').map(({ destination, nexthop }) => ({
    destination,
    gateway: nexthop,
  }))
  return new Formatted(subnet.host_routes ?? [], recordsCell(readable).human)
}

const shown: Columns = {
  allocation_pools: pools,
  cidr: 'cidr',
  created_at: 'created_at',
  description: 'description',
  dns_nameservers: column(listCell, 'dns_nameservers'),
  dns_publish_fixed_ip: 'dns_publish_fixed_ip',
  enable_dhcp: 'enable_dhcp',
  gateway_ip: 'gateway_ip',
  host_routes: routes,
  id: 'id',
  ip_version: 'ip_version',
  ipv6_address_mode: 'ipv6_address_mode',
  ipv6_ra_mode: 'ipv6_ra_mode',
  name: 'name',
  network_id: 'network_id',
  project_id: 'project_id',
  revision_number: 'revision_number',
  segment_id: 'segment_id',
  service_types: column(listCell, 'service_types'),
  subnetpool_id: 'subnetpool_id',
  tags: column(listCell, 'tags'),
  updated_at: 'updated_at',
}

const attributes = {
  dhcp: either({ '--dhcp': true, '--no-dhcp': false }, 'Enable or disable DHCP'),
  gateway: text('<gateway>', "Gateway of the subnet: an address, 'auto' (chosen by the cloud) or 'none'"),
  description: text('<description>', 'Set subnet description'),
  allocationPool: records(
    ['start', 'end'],
    'start=<ip-address>,end=<ip-address>',
    'Range of addresses to allocate to ports (repeatable)',
  ),
  dnsNameserver: listOption('<dns-nameserver>', 'DNS server for this subnet (repeatable)'),
  hostRoute: records(
    ['destination', 'gateway'],
    'destination=<subnet>,gateway=<ip-address>',
    'Host route that DHCP announces: destination network and next hop (repeatable)',
  ),
  serviceType: listOption(
    '<service-type>',
    'Device owner whose ports may use the subnet, such as network:router_gateway (repeatable)',
  ),
  tag: listOption('<tag>', 'Tag to be added to the subnet (repeatable)'),
}

type Attributes = { readonly [Key in keyof typeof attributes]: ReturnType<(typeof attributes)[Key]['read']> }

const gatewayMember = (gateway: string | undefined): string | null | undefined => {
  if (gateway?.toLowerCase() === 'none') return null
  return gateway?.toLowerCase() === 'auto' ? undefined : gateway
}

/** The options of `subnet set` that replace a list, instead of adding to it. */
const replacements = {
  noAllocationPool: flag('Remove the allocation pools, before those of --allocation-pool are added'),
  noDnsNameservers: flag('Remove the DNS servers, before those of --dns-nameserver are added'),
  noHostRoute: flag('Remove the host routes, before those of --host-route are added'),
}

type Replacements = { readonly [Key in keyof typeof replacements]: boolean }

/** The members of a subnet's body. Items of lists are added to those the subnet had before, DNS servers as the first. */
const members = (asked: Attributes & Partial<Replacements>, before: Row = {}) => {
  const { allocationPool, dnsNameserver, serviceType } = asked
  const hostRoute = asked.hostRoute.map(({ destination, gateway }) => ({ destination, nexthop: gateway }))
  const keptPools = keptIn(rowsAt(before, 'allocation_pools'), allocationPool, asked.noAllocationPool)
  const keptServers = keptIn(textsAt(before, 'dns_nameservers'), dnsNameserver, asked.noDnsNameservers)
  const keptRoutes = keptIn(rowsAt(before, 'host_routes'), hostRoute, asked.noHostRoute)
  const keptTypes = keptIn(textsAt(before, 'service_types'), serviceType)
  return {
    enable_dhcp: asked.dhcp,
    gateway_ip: gatewayMember(asked.gateway),
    description: asked.description,
    allocation_pools: keptPools && [...allocationPool, ...keptPools],
    dns_nameservers: keptServers && [...new Set([...dnsNameserver, ...keptServers])],
    host_routes: keptRoutes && [...hostRoute, ...keptRoutes],
    service_types: keptTypes && [...new Set([...serviceType, ...keptTypes])],
  }
}

const createSubnet = command({
  words: 'subnet create',
  summary: 'Create a subnet',
  output: 'one',
  positionals: { name: one('<name>', 'New subnet name') },
  options: {
    ...attributes,
    ...projectOptions,
    network: requiredText('<network>', 'Network this subnet belongs to (name or ID)'),
    subnetPool: text('<subnet-pool>', 'Subnet pool from which this subnet will obtain a CIDR (name or ID)'),
    subnetRange: text('<subnet-range>', 'Subnet range in CIDR notation'),
    prefixLength: integer('<prefix-length>', 'Prefix length for subnet allocation from subnet pool'),
    ipVersion: integer('{4,6}', 'IP version (default is 4)'),
    ipv6RaMode: text('<mode>', 'IPv6 router advertisement mode: slaac, dhcpv6-stateful or dhcpv6-stateless'),
    ipv6AddressMode: text('<mode>', 'IPv6 address mode: slaac, dhcpv6-stateful or dhcpv6-stateless'),
  },
  run: async (session, { name, ...asked }) => {
    const body = {
      ...members(asked),
      name,
      network_id: await findId(session, networkKind, asked.network),
      project_id: await projectIn(session, asked),
      cidr: asked.subnetRange,
      subnetpool_id: await findOptionalId(session, subnetPoolKind, asked.subnetPool),
      prefixlen: asked.prefixLength,
      ip_version: asked.ipVersion ?? 4,
      ipv6_ra_mode: asked.ipv6RaMode,
      ipv6_address_mode: asked.ipv6AddressMode,
    }
    const subnet = await create(session, subnetKind, given(body))
    return showOf(shown, await setTags(session, described, subnet, asked.tag))
  },
})

const list = command({
  words: 'subnet list',
  summary: 'List subnets',
  output: 'list',
  options: {
    long: flag('List additional fields in output'),
    ipVersion: integer('<ip-version>', 'List only subnets of given IP version'),
    dhcp: either({ '--dhcp': true, '--no-dhcp': false }, 'List subnets which have DHCP enabled or disabled'),
    network: text('<network>', 'List only subnets which belong to specified network (name or ID)'),
    gateway: text('<gateway>', 'List only subnets of specified gateway IP'),
    name: text('<name>', 'List only subnets of given name'),
    subnetRange: text('<subnet-range>', 'List only subnets of given subnet range'),
    ...projectOptions,
    ...tagFilters,
  },
  run: async (session, asked) => {
    const rows = await listAll(session, subnetKind, {
      ip_version: asked.ipVersion,
      enable_dhcp: asked.dhcp,
      network_id: await findOptionalId(session, networkKind, asked.network),
      gateway_ip: asked.gateway,
      name: asked.name,
      cidr: asked.subnetRange,
      project_id: await projectIn(session, asked),
      ...tagQuery(asked),
    })
    const more: Columns = {
      Project: 'project_id',
      DHCP: 'enable_dhcp',
      'Name Servers': column(listCell, 'dns_nameservers'),
      'Allocation Pools': pools,
      'Host Routes': routes,
      'IP Version': 'ip_version',
      Gateway: 'gateway_ip',
      'Service Types': column(listCell, 'service_types'),
      Tags: column(listCell, 'tags'),
    }
    return listOf(
      { ID: 'id', Name: 'name', Network: 'network_id', Subnet: 'cidr', ...(asked.long && more) },
      rows,
    )
  },
})

const show = command({
  words: 'subnet show',
  summary: 'Display subnet details',
  output: 'one',
  positionals: { subnet: one('<subnet>', 'Subnet to display (name or ID)') },
  run: async (session, { subnet }) => showOf(shown, await find(session, subnetKind, subnet)),
})

const set = command({
  words: 'subnet set',
  summary: 'Set subnet properties',
  output: 'none',
  positionals: { subnet: one('<subnet>', 'Subnet to modify (name or ID)') },
  options: {
    ...attributes,
    ...replacements,
    name: text('<name>', 'Updated name of the subnet'),
    noTag: noTagOption,
  },
  run: async (session, { subnet, name, ...asked }) => {
    const found = await find(session, subnetKind, subnet)
    const body = given({ ...members(asked, found), name })
    if (Object.keys(body).length > 0) {
      await perform(session, inNetwork(subnetOperations.update), {
        path: { subnet_id: textAt(found, 'id') },
        body: { subnet: body },
      })
    }
    await setTags(session, described, found, asked.tag, asked.noTag)
    return nothing
  },
})

const remove = command({
  words: 'subnet delete',
  summary: 'Delete subnet(s)',
  output: 'none',
  positionals: { subnets: many('<subnet>', 'Subnet(s) to delete (name or ID)') },
  run: async (session, { subnets }) => {
    await deleteEach(session, subnetKind, subnets)
    return nothing
  },
})

export const subnetCommands = [createSubnet, list, show, set, unsetSubnet, remove]
