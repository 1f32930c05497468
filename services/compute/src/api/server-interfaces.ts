import type { Port } from '@nimbo/clients/network'
import { exact, Tag, Uuid } from '@nimbo/contracts/compute/words'
import { accepted, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import { errors } from '../errors.ts'
import { route, targetServer } from './route.ts'

const inHandler = { inHandler: 'the rule is about the server' } as const

const interfaceView = (port: Port) => ({
  port_state: port.status,
  fixed_ips: port.fixed_ips,
  port_id: port.id,
  net_id: port.network_id,
  mac_addr: port.mac_address,
})

const listInterfaces = route({
  method: 'GET',
  path: '/servers/{server_id}/os-interface',
  name: 'servers.interfaces.list',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-attach-interfaces:list')
    const ports = await call.app.interfaces.list(call.ctx, server.id)
    return ok({ interfaceAttachments: ports.map(interfaceView) })
  },
})

const showInterface = route({
  method: 'GET',
  path: '/servers/{server_id}/os-interface/{port_id}',
  name: 'servers.interfaces.show',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-attach-interfaces:show')
    const { port_id } = call.params
    const port = (await call.app.interfaces.list(call.ctx, server.id)).find(({ id }) => id === port_id)
    if (!port)
      throw errors.NotFound({ reason: `Instance ${server.id} does not have a port with id ${port_id}` })
    return ok({ interfaceAttachment: interfaceView(port) })
  },
})

const attachInterface = route({
  method: 'POST',
  path: '/servers/{server_id}/os-interface',
  name: 'servers.interfaces.attach',
  policy: inHandler,
  body: Type.Object({
    interfaceAttachment: Type.Optional(
      Type.Object(
        {
          port_id: Type.Optional(Uuid),
          net_id: Type.Optional(Uuid),
          fixed_ips: Type.Optional(
            Type.Array(Type.Object({ ip_address: Type.String() }, exact), { minItems: 1, maxItems: 1 }),
          ),
          tag: Type.Optional(Tag),
        },
        exact,
      ),
    ),
  }),
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-attach-interfaces:create')
    const { port_id, net_id, fixed_ips, tag } = call.body.interfaceAttachment ?? {}
    if (port_id && net_id) throw errors.BadRequest({ reason: 'Must not input both network_id and port_id' })
    const fixedIp = fixed_ips?.[0]?.ip_address
    if (fixedIp && !net_id)
      throw errors.BadRequest({ reason: 'Must input network_id when request IP address' })
    const port = await call.app.interfaces.attach(call.ctx, server.id, {
      ...(port_id ? { portId: port_id } : {}),
      ...(net_id ? { networkId: net_id } : {}),
      ...(fixedIp ? { fixedIp } : {}),
      ...(tag ? { tag } : {}),
    })
    return ok({ interfaceAttachment: interfaceView(port) })
  },
})

const detachInterface = route({
  method: 'DELETE',
  path: '/servers/{server_id}/os-interface/{port_id}',
  name: 'servers.interfaces.detach',
  policy: inHandler,
  replies: [202],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-attach-interfaces:delete')
    await call.app.interfaces.detach(call.ctx, server.id, call.params.port_id)
    return accepted()
  },
})

export const serverInterfaceRoutes = [listInterfaces, showInterface, attachInterface, detachInterface]
