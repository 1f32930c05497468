import * as operations from '@nimbo/contracts/compute/server-volumes'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { answer } from '@nimbo/http/answer'
import { microversion } from '@nimbo/operation/microversion'
import type { StoredBlockDevice } from '../../db/servers/block-devices.ts'
import type { BlockDevice } from '../../domain/servers/request-spec.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { limitOf } from './server-list-query.ts'

const withoutHost = microversion('2.20')
const sharing = microversion('2.60')
const endChangeable = microversion('2.85')
const asynchronous = microversion('2.101')

const view = (serverId: string, disk: BlockDevice): operations.VolumeAttachmentView => ({
  id: disk.volumeId ?? null,
  serverId,
  volumeId: disk.volumeId ?? null,
  device: disk.deviceName ?? null,
  tag: disk.tag ?? null,
  delete_on_termination: disk.deleteOnTermination,
  attachment_id: disk.attachmentId ?? null,
  bdm_uuid: disk.id ?? null,
})

const list = handle(operations.listVolumes, async ({ ctx, app, params: { server_id: id }, query }) => {
  const most = app.deps.config.api.max_limit
  const start = Number(query.offset ?? 0)
  const page = (await app.volumes.list(ctx, id)).slice(start, start + (limitOf(query.limit, most) || most))
  return { volumeAttachments: page.map((disk) => view(id, disk)) }
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

const show = handle(operations.showVolume, async ({ ctx, app, params: { server_id: id, volume_id } }) => ({
  volumeAttachment: view(id, findVolume(await app.volumes.list(ctx, id), id, volume_id)),
}))

const attach = handle(operations.attachVolume, async ({ ctx, app, params, body, version }) => {
  const { server_id: id } = params
  const { volumeId, device, tag, delete_on_termination } = body.volumeAttachment
  const disk = await app.volumes.attach(ctx, id, {
    volumeId,
    deleteOnTermination: asBoolean(delete_on_termination),
    shelvedToo: version >= withoutHost,
    sharedToo: version >= sharing,
    ...(device ? { device } : {}),
    ...(tag === undefined ? {} : { tag }),
  })
  if (version >= asynchronous) return answer(undefined, { status: 202 })
  return answer({ volumeAttachment: view(id, disk) }, { status: 200 })
})

const change = handle(operations.changeVolume, async (call) => {
  const { ctx, app, params, body, version } = call
  const { server_id: id } = params
  const { volumeId, delete_on_termination, ...same } = body.volumeAttachment
  const swaps = version < endChangeable || volumeId !== params.volume_id
  if (swaps) call.enforce('os_compute_api:os-volumes-attachments:swap', {})
  if (version < endChangeable) return app.volumes.swap(ctx, id, params.volume_id, volumeId)
  const disk = findVolume(await app.volumes.list(ctx, id), id, params.volume_id)
  const shown = new Map<string, unknown>(Object.entries(view(id, disk)))
  const changed = Object.entries(same).find(([name, value]) => value !== shown.get(name))
  if (changed) throw errors.BadRequest({ reason: `The field ${changed[0]} of an attachment cannot change` })
  if (delete_on_termination !== undefined)
    await app.volumes.setDeleteOnTermination(ctx, id, disk.id, asBoolean(delete_on_termination))
  if (swaps) await app.volumes.swap(ctx, id, params.volume_id, volumeId)
})

const detach = handle(operations.detachVolume, async ({ ctx, app, params, version }) => {
  const { server_id, volume_id } = params
  await app.volumes.detach(ctx, server_id, volume_id, { shelvedToo: version >= withoutHost })
})

export const serverVolumeRoutes = [list, show, attach, change, detach]
