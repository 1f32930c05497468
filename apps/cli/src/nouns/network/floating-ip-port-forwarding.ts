import { portForwardingOperations } from '@nimbo/contracts/network/port-forwarding'
import { forAll } from '../../cloud/delete-each.ts'
import { findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { does, lists, shows } from '../../grammar/declared.ts'
import { oneOf, requiredText, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { floatingIpKind, portKind } from './network-kinds.ts'

const service = 'network'
const floating = one('<floating-ip>', 'Floating IP that the port forwarding belongs to (IP address or ID)')
const forwarding = one('<port-forwarding-id>', 'ID of the port forwarding')
const protocols = ['tcp', 'udp', 'sctp', 'dccp'] as const

const port = text('<port>', 'Port that receives the forwarded traffic (name or ID)')
const internalIpAddress = text(
  '<internal-ip-address>',
  'IP address of the port to which traffic is forwarded',
)
const internalProtocolPort = text(
  '<port-number>',
  'Protocol port of the internal address, or a range such as 80:90',
)
const externalProtocolPort = text(
  '<port-number>',
  'Protocol port of the floating IP, or a range such as 80:90',
)
const description = text('<description>', 'Description of the port forwarding')

interface Asked {
  readonly internalIpAddress: string | undefined
  readonly internalProtocolPort: string | undefined
  readonly externalProtocolPort: string | undefined
  readonly protocol: (typeof protocols)[number] | undefined
  readonly description: string | undefined
}

/** The members for a port or a range of ports, which have different names. */
const portsOf = (side: 'internal' | 'external', asked: string | undefined) => {
  if (asked === undefined) return {}
  return asked.includes(':') ? { [`${side}_port_range`]: asked } : { [`${side}_port`]: Number(asked) }
}

const membersOf = (asked: Asked) => ({
  internal_ip_address: asked.internalIpAddress,
  protocol: asked.protocol,
  description: asked.description,
  ...portsOf('internal', asked.internalProtocolPort),
  ...portsOf('external', asked.externalProtocolPort),
})

const remove = command({
  words: 'floating ip port forwarding delete',
  summary: 'Delete floating IP port forwarding',
  calls: [inNetwork(portForwardingOperations.delete)],
  output: 'none',
  positionals: { floating, forwardings: many('<port-forwarding-id>', 'Port forwarding(s) to delete (ID)') },
  run: async (session, { floating: called, forwardings }) => {
    const floatingip_id = await findId(session, floatingIpKind, called)
    await forAll(forwardings, 'Port forwarding', 'delete', (port_forwarding_id) =>
      perform(session, inNetwork(portForwardingOperations.delete), {
        path: { floatingip_id, port_forwarding_id },
      }),
    )
    return nothing
  },
})

export const floatingIpPortForwardingCommands = [
  shows({
    words: 'floating ip port forwarding create',
    summary: 'Create floating IP port forwarding',
    ...{ service, operation: portForwardingOperations.create },
    positionals: { floating },
    options: {
      ...{ internalIpAddress, description },
      port: requiredText('<port>', 'Port that receives the forwarded traffic (name or ID)'),
      internalProtocolPort: requiredText(
        '<port-number>',
        'Protocol port of the internal address, or a range such as 80:90',
      ),
      externalProtocolPort: requiredText(
        '<port-number>',
        'Protocol port of the floating IP, or a range such as 80:90',
      ),
      protocol: oneOf(protocols, 'Protocol to forward (default: tcp)'),
    },
    request: async ({ floating: called, port: inside, ...asked }, session) => ({
      path: { floatingip_id: await findId(session, floatingIpKind, called) },
      body: {
        port_forwarding: given({
          ...membersOf(asked),
          protocol: asked.protocol ?? 'tcp',
          internal_port_id: await findId(session, portKind, inside),
        }),
      },
    }),
  }),
  lists({
    words: 'floating ip port forwarding list',
    summary: 'List floating IP port forwarding',
    ...{ service, operation: portForwardingOperations.list },
    positionals: { floating },
    options: { port, protocol: oneOf(protocols, 'List only port forwardings of this protocol') },
    request: async ({ floating: called, port: inside, protocol }, session) => ({
      path: { floatingip_id: await findId(session, floatingIpKind, called) },
      query: given({ protocol, internal_port_id: await findOptionalId(session, portKind, inside) }),
    }),
    columns: {
      ID: 'id',
      'Internal Port ID': 'internal_port_id',
      'Internal IP Address': 'internal_ip_address',
      'Internal Port': 'internal_port',
      'Internal Port Range': 'internal_port_range',
      'External Port': 'external_port',
      'External Port Range': 'external_port_range',
      Protocol: 'protocol',
      Description: 'description',
    },
  }),
  shows({
    words: 'floating ip port forwarding show',
    summary: 'Display floating IP Port Forwarding details',
    ...{ service, operation: portForwardingOperations.show },
    positionals: { floating, forwarding },
    request: async ({ floating: called, forwarding: port_forwarding_id }, session) => ({
      path: { floatingip_id: await findId(session, floatingIpKind, called), port_forwarding_id },
    }),
  }),
  does({
    words: 'floating ip port forwarding set',
    summary: 'Set floating IP Port Forwarding Properties',
    ...{ service, operation: portForwardingOperations.update },
    positionals: { floating, forwarding },
    options: {
      ...{ port, internalIpAddress, internalProtocolPort, externalProtocolPort, description },
      protocol: oneOf(protocols, 'Protocol to forward'),
    },
    request: async (
      { floating: called, forwarding: port_forwarding_id, port: inside, ...asked },
      session,
    ) => ({
      path: { floatingip_id: await findId(session, floatingIpKind, called), port_forwarding_id },
      body: {
        port_forwarding: given({
          ...membersOf(asked),
          internal_port_id: await findOptionalId(session, portKind, inside),
        }),
      },
    }),
  }),
  remove,
]
