import { asBoolean, BooleanLike, exact, Tag, Uuid } from '@nimbo/contracts/compute/words'
import { accepted, ok } from '@nimbo/http/reply'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { StoredBlockDevice } from '../db/block-devices.ts'
import type { BlockDevice } from '../domain/request-spec.ts'
import { errors } from '../errors.ts'
import { route, targetServer } from './route.ts'

const inHandler = { inHandler: 'the rule is about the server' } as const
const tagsShown = microversion('2.70')
const endShown = microversion('2.79')
const endChangeable = microversion('2.85')
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

const changeVolume = route({
  method: 'PUT',
  path: '/servers/{server_id}/os-volume_attachments/{volume_id}',
  name: 'servers.volumes.change',
  policy: inHandler,
  body: Type.Object(
    {
      volumeAttachment: Type.Object(
        {
          volumeId: Uuid,
          id: Type.Optional(Uuid),
          serverId: Type.Optional(Uuid),
          device: Type.Optional(Type.Union([Type.Null(), Type.String()])),
          tag: Type.Optional(Type.Union([Type.Null(), Tag])),
          delete_on_termination: Type.Optional(BooleanLike),
          attachment_id: Type.Optional(Uuid),
          bdm_uuid: Type.Optional(Uuid),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: [202],
  handle: async (call) => {
    const { volumeId, delete_on_termination, ...same } = call.body.volumeAttachment
    const isSwap = call.version < endChangeable || volumeId !== call.params.volume_id
    const rule = isSwap ? 'swap' : 'update'
    const { server } = await targetServer(call, `os_compute_api:os-volumes-attachments:${rule}`)
    if (isSwap) throw errors.BadRequest({ reason: 'Volumes of this cloud cannot be swapped' })
    const disks = await call.app.volumes.list(call.ctx, server.id)
    const disk = findVolume(disks, server.id, volumeId)
    const shown: Readonly<Record<string, unknown>> = {
      ...{ id: volumeId, serverId: server.id, device: disk.deviceName ?? null },
      ...{ tag: disk.tag ?? null, attachment_id: disk.attachmentId, bdm_uuid: disk.id },
    }
    const changed = Object.entries(same).find(([name, value]) => value !== shown[name])
    if (changed) throw errors.BadRequest({ reason: `The field ${changed[0]} of an attachment cannot change` })
    if (delete_on_termination !== undefined) {
      const ends = asBoolean(delete_on_termination as boolean | string)
      await call.app.volumes.setDeleteOnTermination(call.ctx, server.id, disk.id, ends)
    }
    return accepted()
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

export const serverVolumeRoutes = [listVolumes, showVolume, attachVolume, changeVolume, detachVolume]
