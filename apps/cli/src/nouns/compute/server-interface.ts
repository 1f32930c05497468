import { removeFixedIp } from '@nimbo/contracts/compute/actions/remove-fixed-ip'
import { attachInterface, detachInterface, listInterfaces } from '@nimbo/contracts/compute/server-interfaces'
import { CliError } from '../../cloud/cli-error.ts'
import { findId } from '../../cloud/find.ts'
import { given, rowAt, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inCompute, perform, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { does, shows } from '../../grammar/declared.ts'
import { text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { networkKind, portKind } from '../network/network-kinds.ts'
import { serverKind } from './server-kind.ts'

const service = 'compute'
const server = one('<server>', 'Server (name or ID)')
const network = one('<network>', 'Network (name or ID)')
const tag = text('<tag>', 'Tag for the new interface (2.49 or above)')

const at = async (session: Session, called: string) => ({
  server_id: await findId(session, serverKind, called),
})

/** The last version of the API in which an address can be removed from a server; the port, with its other addresses, remains. */
const withAddresses = '2.43'

export const serverInterfaceCommands = [
  does({
    words: 'server add port',
    summary: 'Add port to server',
    ...{ service, operation: attachInterface },
    positionals: { server, port: one('<port>', 'Port to add to the server (name or ID)') },
    options: { tag },
    request: async ({ server: called, port, tag: word }, session) => ({
      path: await at(session, called),
      body: { interfaceAttachment: given({ port_id: await findId(session, portKind, port), tag: word }) },
    }),
  }),
  does({
    words: 'server add network',
    summary: 'Add network to server',
    ...{ service, operation: attachInterface },
    positionals: { server, network },
    options: { tag },
    request: async ({ server: called, network: wire, tag: word }, session) => ({
      path: await at(session, called),
      body: { interfaceAttachment: given({ net_id: await findId(session, networkKind, wire), tag: word }) },
    }),
  }),
  shows({
    words: 'server add fixed ip',
    summary: 'Add fixed IP address to server',
    ...{ service, operation: attachInterface },
    positionals: { server, network },
    options: {
      fixedIpAddress: text(
        '<ip-address>',
        'Fixed IP address to use, from the network (default: any free address)',
      ),
      tag,
    },
    request: async ({ server: called, network: wire, fixedIpAddress, tag: word }, session) => ({
      path: await at(session, called),
      body: {
        interfaceAttachment: given({
          net_id: await findId(session, networkKind, wire),
          fixed_ips: fixedIpAddress === undefined ? undefined : [{ ip_address: fixedIpAddress }],
          tag: word,
        }),
      },
    }),
    thing: (reply) => rowAt(reply, 'interfaceAttachment'),
    columns: {
      'Port ID': 'port_id',
      'Server ID': 'server_id',
      'Network ID': 'net_id',
      'MAC Address': 'mac_addr',
      'Port State': 'port_state',
      'Fixed IPs': (row) => rowsAt(row, 'fixed_ips').map(({ ip_address }) => ip_address),
    },
  }),
  command({
    words: 'server remove port',
    summary: 'Remove port from server',
    calls: [inCompute(detachInterface)],
    output: 'none',
    positionals: { server, port: one('<port>', 'Port to remove from the server (name or ID)') },
    run: async (session, { server: called, port }) => {
      const path = { ...(await at(session, called)), port_id: await findId(session, portKind, port) }
      await session.api.compute.call(detachInterface, { path })
      return nothing
    },
  }),
  command({
    words: 'server remove network',
    summary: 'Remove all ports of a network from server',
    calls: [inCompute(detachInterface)],
    output: 'none',
    positionals: { server, network },
    run: async (session, { server: called, network: wire }) => {
      const id = await findId(session, networkKind, wire)
      const path = await at(session, called)
      const all = await performAll(session, inCompute(listInterfaces), { path })
      const found = all.filter(({ net_id }) => net_id === id)
      if (found.length === 0) throw new CliError(`Server ${called} has no interface on ${wire}.`)
      for (const each of found)
        await session.api.compute.call(detachInterface, {
          path: { ...path, port_id: textAt(each, 'port_id') },
        })
      return nothing
    },
  }),
  command({
    words: 'server remove fixed ip',
    summary: 'Remove fixed IP address from server',
    output: 'none',
    positionals: { server, address: one('<ip-address>', 'Fixed IP address to remove from the server') },
    run: async (session, { server: called, address }) => {
      await perform(session, inCompute(removeFixedIp.operation), {
        path: await at(session, called),
        version: withAddresses,
        body: { removeFixedIp: { address } },
      })
      return nothing
    },
  }),
]
