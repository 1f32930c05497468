import * as operations from '@nimbo/contracts/compute/server-interfaces'
import type { TaggedPort } from '../../app/servers/attach-interface.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'

const view = ({ port, tag }: TaggedPort): operations.InterfaceView => ({
  port_state: port.status,
  fixed_ips: [...port.fixed_ips],
  port_id: port.id,
  net_id: port.network_id,
  mac_addr: port.mac_address,
  tag,
})

const list = handle(operations.listInterfaces, async ({ ctx, app, params }) => ({
  interfaceAttachments: (await app.interfaces.list(ctx, params.server_id)).map(view),
}))

const show = handle(operations.showInterface, async ({ ctx, app, params: { server_id, port_id } }) => {
  const port = await app.interfaces.find(ctx, server_id, port_id)
  if (!port)
    throw errors.NotFound({ reason: `Instance ${server_id} does not have a port with id ${port_id}` })
  return { interfaceAttachment: view(port) }
})

const attach = handle(operations.attachInterface, async ({ ctx, app, params, body, allows }) => {
  const { port_id, net_id, fixed_ips, tag } = body.interfaceAttachment ?? {}
  if (port_id && net_id) throw errors.BadRequest({ reason: 'Must not input both network_id and port_id' })
  const fixedIp = fixed_ips?.[0]?.ip_address
  if (fixedIp && !net_id) throw errors.BadRequest({ reason: 'Must input network_id when request IP address' })
  const port = await app.interfaces.attach(ctx, params.server_id, {
    allows,
    ...(port_id ? { portId: port_id } : {}),
    ...(net_id ? { networkId: net_id } : {}),
    ...(fixedIp ? { fixedIp } : {}),
    ...(tag ? { tag } : {}),
  })
  return { interfaceAttachment: view(port) }
})

const detach = handle(operations.detachInterface, async ({ ctx, app, params }) => {
  await app.interfaces.detach(ctx, params.server_id, params.port_id)
})

export const serverInterfaceRoutes = [list, show, attach, detach]
