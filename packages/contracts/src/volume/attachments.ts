import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { since as from } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { NextLink, paging, strict, text, Uuid } from './words.ts'

const since = '3.27'

const summary = {
  id: Uuid,
  status: Type.String(),
  instance: nullable(Type.String()),
  volume_id: Uuid,
}
const AttachmentSummary = view(summary)
export type AttachmentSummaryView = Static<typeof AttachmentSummary>

const Attachment = view({
  ...summary,
  attached_at: Type.String(),
  detached_at: Type.String(),
  attach_mode: Type.String(),
  connection_info: Type.Record(Type.String(), Type.Unknown()),
})
export type AttachmentView = Static<typeof Attachment>

const Connector = Type.Record(Type.String({ minLength: 1, maxLength: 255 }), Type.Unknown())
const GivenConnector = Type.Record(Type.String({ minLength: 1, maxLength: 255 }), Type.Unknown(), {
  minProperties: 1,
})
const shown = { 200: view({ attachment: Attachment }) }
const query = Type.Object({
  ...paging,
  ...{ volume_id: text, instance_id: text, instance_uuid: text, status: text, attach_status: text },
  project_id: text,
})
const path = '/attachments/{attachment_id}'
const on = found('attachment')
const errors = ['VolumeAttachmentNotFound']

export const listAttachments = operation({
  id: 'attachments.list',
  method: 'GET',
  path: '/attachments',
  since,
  summary: 'List attachments',
  rule: 'volume:get_all',
  on: ownProject,
  query,
  replies: { 200: view({ attachments: Type.Array(AttachmentSummary), attachments_links: NextLink }) },
})

export const listAttachmentsInFull = operation({
  ...listAttachments,
  id: 'attachments.list_detail',
  path: '/attachments/detail',
  summary: 'List attachments, with details',
  replies: { 200: view({ attachments: Type.Array(Attachment), attachments_links: NextLink }) },
})

export const createAttachment = operation({
  id: 'attachments.create',
  method: 'POST',
  path: '/attachments',
  since,
  summary: 'Keep a volume for a server, and connect it where a connector is given',
  rule: 'volume:attachment_create',
  on: ownProject,
  mayAsk: ['volume:multiattach_bootable_volume'],
  body: strict({
    attachment: Type.Object(
      {
        volume_uuid: Uuid,
        instance_uuid: Type.Optional(nullable(Uuid)),
        connector: Type.Optional(nullable(Connector)),
        mode: Type.Optional(from('3.54', Type.Union([Type.Literal('rw'), Type.Literal('ro')]))),
      },
      exact,
    ),
  }),
  replies: shown,
  errors: ['VolumeNotFound', 'InvalidVolume'],
})

export const showAttachment = operation({
  id: 'attachments.show',
  method: 'GET',
  path,
  since,
  summary: 'Show an attachment',
  rule: 'volume:get',
  on,
  replies: shown,
  errors,
})

export const updateAttachment = operation({
  id: 'attachments.update',
  method: 'PUT',
  path,
  since,
  summary: 'Connect an attachment to a host',
  rule: 'volume:attachment_update',
  on,
  body: strict({ attachment: strict({ connector: GivenConnector }) }),
  replies: shown,
  errors,
})

export const deleteAttachment = operation({
  id: 'attachments.delete',
  method: 'DELETE',
  path,
  since,
  summary: 'Delete an attachment',
  rule: 'volume:attachment_delete',
  on,
  replies: { 200: view({ attachments: Type.Array(AttachmentSummary) }) },
  errors: [...errors, 'ConflictNovaUsingAttachment'],
})

export const completeAttachment = operation({
  id: 'attachments.complete',
  method: 'POST',
  path: '/attachments/{attachment_id}/action',
  action: 'os-complete',
  since: '3.44',
  summary: 'Mark an attachment as attached',
  rule: 'volume:attachment_complete',
  on,
  replies: { 204: empty },
  errors,
})
