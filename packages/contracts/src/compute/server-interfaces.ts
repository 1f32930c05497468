import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { Tag, Uuid } from './words.ts'

const Interface = view({
  port_state: Type.String(),
  fixed_ips: Type.Array(view({ subnet_id: Type.String(), ip_address: Type.String() })),
  port_id: Type.String(),
  net_id: Type.String(),
  mac_addr: Type.String(),
  tag: since('2.70', nullable(Type.String())),
})
export type InterfaceView = Static<typeof Interface>

const Address = Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })])

const path = '/servers/{server_id}/os-interface'
const one = '/servers/{server_id}/os-interface/{port_id}'
const on = found('server')

export const listInterfaces = operation({
  id: 'servers.interfaces.list',
  method: 'GET',
  path,
  summary: 'List the interfaces of a server',
  rule: 'os_compute_api:os-attach-interfaces:list',
  on,
  replies: { 200: view({ interfaceAttachments: Type.Array(Interface) }) },
  errors: ['ServerNotFound'],
})

export const showInterface = operation({
  id: 'servers.interfaces.show',
  method: 'GET',
  path: one,
  summary: 'Show an interface of a server',
  rule: 'os_compute_api:os-attach-interfaces:show',
  on,
  replies: { 200: view({ interfaceAttachment: Interface }) },
  errors: ['ServerNotFound', 'NotFound'],
})

export const attachInterface = operation({
  id: 'servers.interfaces.attach',
  method: 'POST',
  path,
  summary: 'Plug a port into a server, a new one unless one is named',
  rule: 'os_compute_api:os-attach-interfaces:create',
  mayAsk: ['network:attach_external_network'],
  on,
  body: Type.Object({
    interfaceAttachment: Type.Optional(
      Type.Object(
        {
          port_id: Type.Optional(Uuid),
          net_id: Type.Optional(Uuid),
          fixed_ips: Type.Optional(
            Type.Array(Type.Object({ ip_address: Address }, exact), { minItems: 1, maxItems: 1 }),
          ),
          tag: Type.Optional(since('2.49', Tag)),
        },
        exact,
      ),
    ),
  }),
  replies: { 200: view({ interfaceAttachment: Interface }) },
  errors: ['ServerNotFound', 'WrongState'],
})

export const detachInterface = operation({
  id: 'servers.interfaces.detach',
  method: 'DELETE',
  path: one,
  summary: 'Unplug a port from a server',
  rule: 'os_compute_api:os-attach-interfaces:delete',
  on,
  replies: { 202: empty },
  errors: ['ServerNotFound', 'WrongState'],
})
