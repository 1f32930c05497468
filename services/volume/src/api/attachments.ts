import { noContent, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { VolumeApp } from '../app/app.ts'
import {
  completeAttachment,
  connectAttachment,
  createAttachment,
  deleteAttachment,
  listAttachments,
} from '../app/attachments.ts'
import { needAttachment } from '../app/need.ts'
import type { Attachment } from '../domain/volume.ts'
import { pageLinks } from './links.ts'
import { isTrue, pagingOf } from './paging.ts'
import { route } from './route.ts'
import { wireTime } from './wire-time.ts'

const since = '3.27'
const withMode = microversion('3.54')

const summaryView = ({ id, status, serverId, volumeId }: Attachment) => ({
  id,
  status,
  instance: serverId,
  volume_id: volumeId,
})

const detailView = (attachment: Attachment) => ({
  ...summaryView(attachment),
  attached_at: attachment.attachedAt === null ? '' : wireTime(attachment.attachedAt),
  detached_at: '',
  attach_mode: attachment.mode,
  connection_info: attachment.connectionInfo ?? {},
})

const connector = Type.Record(Type.String({ minLength: 1, maxLength: 255 }), Type.Unknown())
const uuid = Type.String({ format: 'uuid' })

const createBody = Type.Object({
  attachment: Type.Object(
    {
      volume_uuid: uuid,
      instance_uuid: Type.Optional(Type.Union([uuid, Type.Null()])),
      connector: Type.Optional(Type.Union([connector, Type.Null()])),
      mode: Type.Optional(Type.Union([Type.Literal('rw'), Type.Literal('ro')])),
    },
    { additionalProperties: false },
  ),
})

const updateBody = Type.Object({
  attachment: Type.Object({ connector }, { additionalProperties: false }),
})

const list = (path: '/attachments' | '/attachments/detail', view: (one: Attachment) => object) =>
  route({
    method: 'GET',
    path,
    name: path === '/attachments' ? 'attachments.list' : 'attachments.list_detail',
    since,
    policy: 'volume:get_all',
    replies: [200],
    handle: async ({ ctx, app, request }) => {
      const { query } = request
      const filters = Object.fromEntries(
        [
          ['volume_id', query.get('volume_id')],
          ['instance_uuid', query.get('instance_id') ?? query.get('instance_uuid')],
          ['status', query.get('status') ?? query.get('attach_status')],
        ].filter(([, value]) => value !== null),
      )
      const paging = pagingOf(query, app.config.DEFAULT.osapi_max_limit)
      const allProjects = isTrue(query.get('all_tenants'))
      const found = await listAttachments(app)(ctx, { ...paging, filters, allProjects })
      return ok({ attachments: found.map(view), ...pageLinks(request, 'attachments', found, paging.limit) })
    },
  })

export const attachments: readonly Route<VolumeApp>[] = [
  list('/attachments', summaryView),
  list('/attachments/detail', detailView),
  route({
    method: 'POST',
    path: '/attachments',
    name: 'attachments.create',
    since,
    policy: 'volume:attachment_create',
    body: createBody,
    replies: [200],
    handle: async ({ ctx, app, body, version, enforce }) => {
      const { volume_uuid, instance_uuid, connector, mode } = body.attachment
      const order = {
        volumeId: volume_uuid,
        serverId: instance_uuid ?? null,
        connector: connector ?? undefined,
        mode: version >= withMode ? mode : undefined,
      }
      const attachment = await createAttachment(app)(ctx, order, enforce)
      return ok({ attachment: detailView(attachment) })
    },
  }),
  route({
    method: 'GET',
    path: '/attachments/{attachment_id}',
    name: 'attachments.show',
    since,
    policy: 'volume:get',
    replies: [200],
    handle: async ({ ctx, app, params }) =>
      ok({ attachment: detailView(await needAttachment(app, ctx, params.attachment_id)) }),
  }),
  route({
    method: 'PUT',
    path: '/attachments/{attachment_id}',
    name: 'attachments.update',
    since,
    policy: 'volume:attachment_update',
    body: updateBody,
    replies: [200],
    handle: async ({ ctx, app, params, body }) =>
      ok({
        attachment: detailView(
          await connectAttachment(app)(ctx, params.attachment_id, body.attachment.connector),
        ),
      }),
  }),
  route({
    method: 'DELETE',
    path: '/attachments/{attachment_id}',
    name: 'attachments.delete',
    since,
    policy: 'volume:attachment_delete',
    replies: [200],
    handle: async ({ ctx, app, params }) => {
      const left = await deleteAttachment(app)(ctx, params.attachment_id)
      return ok({ attachments: left.map(summaryView) })
    },
  }),
  route({
    method: 'POST',
    path: '/attachments/{attachment_id}/action',
    action: 'os-complete',
    name: 'attachments.complete',
    since: '3.44',
    policy: 'volume:attachment_complete',
    replies: [204],
    handle: async ({ ctx, app, params }) => {
      await completeAttachment(app)(ctx, params.attachment_id)
      return noContent()
    },
  }),
]
