import { findId, findOptionalId, listAll } from '../../cloud/find.ts'
import { command } from '../../grammar/command.ts'
import { refuseTwoOf } from '../../grammar/one-of-options.ts'
import { flag, list, records, text } from '../../grammar/option.ts'
import { column, listCell, recordsCell } from '../../output/cells.ts'
import { type Columns, listOf } from '../../output/result.ts'
import { serverKind } from '../compute/server-kind.ts'
import {
  networkKind,
  portKind,
  projectIn,
  projectOptions,
  routerKind,
  securityGroupKind,
  subnetKind,
  tagFilters,
  tagQuery,
} from './network-kinds.ts'

/** `port list`, with filters for all attributes of a port. */
export const listPorts = command({
  words: 'port list',
  summary: 'List ports',
  output: 'list',
  options: {
    deviceOwner: text('<device-owner>', 'List only ports with the specified device owner'),
    host: text('<host-id>', 'List only ports bound to this host ID'),
    network: text('<network>', 'List only ports connected to this network (name or ID)'),
    server: text('<server>', 'List only ports attached to this server (name or ID)'),
    router: text('<router>', 'List only ports attached to this router (name or ID)'),
    deviceId: text('<device-id>', 'List only ports with the specified device ID'),
    macAddress: text('<mac-address>', 'List only ports with this MAC address'),
    long: flag('List additional fields in output'),
    name: text('<name>', 'List ports according to their name'),
    securityGroup: list(
      '<security-group>',
      'List only ports associated with this security group (repeatable)',
    ),
    fixedIp: records(
      ['subnet', 'ip-address', 'ip-substring'],
      'subnet=<subnet>,ip-address=<ip-address>',
      'Filter by address (repeatable)',
    ),
    ...projectOptions,
    ...tagFilters,
  },
  run: async (session, asked) => {
    const { server, router, deviceId } = asked
    refuseTwoOf({ '--server': server, '--router': router, '--device-id': deviceId })
    const addresses = await Promise.all(
      asked.fixedIp.map(async ({ subnet, 'ip-address': address, 'ip-substring': part }) => {
        const subnetId = await findOptionalId(session, subnetKind, subnet)
        const filters = [
          subnetId && `subnet_id=${subnetId}`,
          address && `ip_address=${address}`,
          part && `ip_address_substr=${part}`,
        ]
        return filters.filter((each) => each !== undefined)
      }),
    )
    const groups = await Promise.all(
      asked.securityGroup.map((group) => findId(session, securityGroupKind, group)),
    )
    const rows = await listAll(session, portKind, {
      device_owner: asked.deviceOwner,
      'binding:host_id': asked.host,
      network_id: await findOptionalId(session, networkKind, asked.network),
      device_id:
        (await findOptionalId(session, serverKind, server)) ??
        (await findOptionalId(session, routerKind, router)) ??
        deviceId,
      mac_address: asked.macAddress,
      name: asked.name,
      security_groups: groups,
      fixed_ips: addresses.flat(),
      project_id: await projectIn(session, asked),
      ...tagQuery(asked),
    })
    const more: Columns = {
      'Security Groups': column(listCell, 'security_groups'),
      'Device Owner': 'device_owner',
      Tags: column(listCell, 'tags'),
    }
    return listOf(
      {
        ID: 'id',
        Name: 'name',
        'MAC Address': 'mac_address',
        'Fixed IP Addresses': column(recordsCell, 'fixed_ips'),
        Status: 'status',
        ...(asked.long && more),
      },
      rows,
    )
  },
})
