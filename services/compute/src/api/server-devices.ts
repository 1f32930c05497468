import type { Port } from '@nimbo/clients/network'
import { asBoolean, BooleanLike, exact, Tag, Uuid } from '@nimbo/contracts/compute/words'
import { type Microversion, microversion } from '@nimbo/http/microversion'
import { accepted, ok } from '@nimbo/http/reply'
import { Type } from 'typebox'
import type { StoredBlockDevice } from '../db/block-devices.ts'
import type { BlockDevice } from '../domain/request-spec.ts'
import { errors } from '../errors.ts'
import { route, targetServer } from './route.ts'

const inHandler = { inHandler: 'the rule is about the server' } as const
const tagsShown = microversion('2.70')
const endShown = microversion('2.79')
const idsOfBoth = microversion('2.89')
const asynchronous = microversion('2.101')

const volumeView = (serverId: string, disk: BlockDevice, version: Microversion): object => ({
  ...(version < idsOfBoth ? { id: disk.volumeId } : {}),
  serverId,
  volumeId: disk.volumeId,
  device: disk.deviceName ?? null,
  ...(version >= tagsShown ? { tag: disk.tag ?? null } : {}),
  ...(version >= endShown ? { delete_on_termination: disk.deleteOnTermination } : {}),
  ...(version >= idsOfBoth ? { attachment_id: disk.attachmentId ?? null, bdm_uuid: disk.id } : {}),
})

const listVolumes = route({
  method: 'GET',
  path: '/servers/{server_id}/os-volume_attachments',
  name: 'servers.volumes.list',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-volumes-attachments:index')
    const disks = await call.app.volumes.list(call.ctx, server.id)
    return ok({ volumeAttachments: disks.map((disk) => volumeView(server.id, disk, call.version)) })
  },
})

const findVolume = (
  disks: readonly StoredBlockDevice[],
  serverId: string,
  volumeId: string,
): StoredBlockDevice => {
  const disk = disks.find((one) => one.volumeId === volumeId)
  if (!disk) throw errors.VolumeNotAttached({ serverId, volumeId })
  return disk
}

const showVolume = route({
  method: 'GET',
  path: '/servers/{server_id}/os-volume_attachments/{volume_id}',
  name: 'servers.volumes.show',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-volumes-attachments:show')
    const disks = await call.app.volumes.list(call.ctx, server.id)
    const disk = findVolume(disks, server.id, call.params.volume_id)
    return ok({ volumeAttachment: volumeView(server.id, disk, call.version) })
  },
})

const attachVolume = route({
  method: 'POST',
  path: '/servers/{server_id}/os-volume_attachments',
  name: 'servers.volumes.attach',
  policy: inHandler,
  body: Type.Object(
    {
      volumeAttachment: Type.Object(
        {
          volumeId: Uuid,
          device: Type.Optional(
            Type.Union([Type.Null(), Type.String({ pattern: '^(/dev/)?[a-z]+[0-9]*$' })]),
          ),
          tag: Type.Optional(Tag),
          delete_on_termination: Type.Optional(BooleanLike),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: [200, 202],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-volumes-attachments:create')
    const { volumeId, device, tag, delete_on_termination } = call.body.volumeAttachment
    const disk = await call.app.volumes.attach(call.ctx, server.id, {
      volumeId,
      deleteOnTermination: asBoolean(delete_on_termination as boolean | string | undefined),
      ...(device ? { device } : {}),
      ...(tag === undefined ? {} : { tag }),
    })
    if (call.version >= asynchronous) return accepted()
    return ok({ volumeAttachment: volumeView(server.id, disk, call.version) })
  },
})

const detachVolume = route({
  method: 'DELETE',
  path: '/servers/{server_id}/os-volume_attachments/{volume_id}',
  name: 'servers.volumes.detach',
  policy: inHandler,
  replies: [202],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:os-volumes-attachments:delete')
    await call.app.volumes.detach(call.ctx, server.id, call.params.volume_id)
    return accepted()
  },
})

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

export const serverDeviceRoutes = [
  ...[listVolumes, showVolume, attachVolume, detachVolume],
  ...[listInterfaces, showInterface, attachInterface, detachInterface],
]
