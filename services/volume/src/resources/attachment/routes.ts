import * as operations from '@nimbo/contracts/volume/attachments'
import type { Call } from '@nimbo/http/route'
import type { QueryOf } from '@nimbo/operation/operation'
import type { VolumeApp } from '../../app/app.ts'
import {
  completeAttachment,
  connectAttachment,
  createAttachment,
  deleteAttachment,
  listAttachments,
} from './attachments.ts'
import type { Attachment } from '../../domain/volume.ts'
import { handle } from '../../api/handle.ts'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { nextLink } from '../../app/links.ts'
import { flagOf, pagingOf } from '../../app/paging.ts'
import { wireTime } from '../../domain/wire-time.ts'
import { refuseWhileUsed } from './refuse-while-used.ts'

const summaryView = ({ id, status, serverId, volumeId }: Attachment): operations.AttachmentSummaryView => ({
  id,
  status,
  instance: serverId,
  volume_id: volumeId,
})

const detailView = (attachment: Attachment): operations.AttachmentView => ({
  ...summaryView(attachment),
  attached_at: attachment.attachedAt === null ? '' : wireTime(attachment.attachedAt),
  detached_at: '',
  attach_mode: attachment.mode,
  connection_info: { ...attachment.connectionInfo },
})

type ListCall = Call<VolumeApp, unknown, QueryOf<typeof operations.listAttachments>>

const pageOf = async <View>(call: ListCall, view: (one: Attachment) => View) => {
  const { ctx, app, query, request } = call
  requireKnownFilters('attachment', call)
  const given = {
    project_id: query.project_id,
    volume_id: query.volume_id,
    instance_uuid: query.instance_id ?? query.instance_uuid,
    status: query.status ?? query.attach_status,
  }
  const filters = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const paging = pagingOf(query, app.config.DEFAULT.osapi_max_limit)
  const allProjects = flagOf('all_tenants', query.all_tenants)
  const found = await listAttachments(app)(ctx, { ...paging, filters, allProjects })
  const links = nextLink(request, found, paging.limit)
  return { attachments: found.map(view), ...(links && { attachments_links: links }) }
}

const list = handle(operations.listAttachments, (call) => pageOf(call, summaryView))

const listInFull = handle(operations.listAttachmentsInFull, (call) => pageOf(call, detailView))

const create = handle(operations.createAttachment, async ({ ctx, app, body, enforce }) => {
  const { volume_uuid, instance_uuid, connector, mode } = body.attachment
  const order = {
    volumeId: volume_uuid,
    serverId: instance_uuid ?? null,
    connector: connector ?? undefined,
    mode,
  }
  return { attachment: detailView(await createAttachment(app)(ctx, order, enforce)) }
})

const show = handle(operations.showAttachment, async ({ found }) => ({
  attachment: detailView(found.attachment),
}))

const update = handle(operations.updateAttachment, async ({ ctx, app, params, body }) => {
  const connected = await connectAttachment(app)(ctx, params.attachment_id, body.attachment.connector)
  return { attachment: detailView(connected) }
})

const remove = handle(operations.deleteAttachment, async ({ ctx, app, params, found }) => {
  await refuseWhileUsed(app)(ctx, [found.attachment])
  const left = await deleteAttachment(app)(ctx, params.attachment_id)
  return { attachments: left.map(summaryView) }
})

const complete = handle(operations.completeAttachment, async ({ ctx, app, params }) => {
  await completeAttachment(app)(ctx, params.attachment_id)
})

export const attachments = [list, listInFull, create, show, update, remove, complete]
