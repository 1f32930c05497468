import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { before, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { digits, strictFrom275 } from './query.ts'
import { BooleanLike, Tag, Uuid } from './words.ts'

const Attachment = view({
  id: before('2.89', nullable(Type.String())),
  serverId: Type.String(),
  volumeId: nullable(Type.String()),
  device: nullable(Type.String()),
  tag: since('2.70', nullable(Type.String())),
  delete_on_termination: since('2.79', Type.Boolean()),
  attachment_id: since('2.89', nullable(Type.String())),
  bdm_uuid: since('2.89', nullable(Type.String())),
})
export type VolumeAttachmentView = Static<typeof Attachment>

const path = '/servers/{server_id}/os-volume_attachments'
const one = '/servers/{server_id}/os-volume_attachments/{volume_id}'
const on = found('server')
const errors = ['ServerNotFound', 'VolumeNotAttached']

export const listVolumes = operation({
  id: 'servers.volumes.list',
  method: 'GET',
  path,
  summary: 'List the volumes of a server',
  rule: 'os_compute_api:os-volumes-attachments:index',
  on,
  query: strictFrom275({ limit: digits, offset: digits }),
  replies: { 200: view({ volumeAttachments: Type.Array(Attachment) }) },
  errors: ['ServerNotFound'],
})

export const showVolume = operation({
  id: 'servers.volumes.show',
  method: 'GET',
  path: one,
  summary: 'Show a volume of a server',
  rule: 'os_compute_api:os-volumes-attachments:show',
  on,
  replies: { 200: view({ volumeAttachment: Attachment }) },
  errors,
})

export const attachVolume = operation({
  id: 'servers.volumes.attach',
  method: 'POST',
  path,
  summary: 'Attach a volume to a server',
  rule: 'os_compute_api:os-volumes-attachments:create',
  on,
  body: Type.Object(
    {
      volumeAttachment: Type.Object(
        {
          volumeId: Uuid,
          device: Type.Optional(nullable(Type.String({ pattern: '^(/dev/)?[a-z]+[0-9]*$' }))),
          tag: Type.Optional(since('2.49', Tag)),
          delete_on_termination: Type.Optional(since('2.79', BooleanLike)),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: {
    200: before('2.101', view({ volumeAttachment: Attachment })),
    202: since('2.101', empty),
  },
  errors: ['ServerNotFound', 'WrongState', 'MultiattachNotSupportedOldMicroversion'],
})

export const changeVolume = operation({
  id: 'servers.volumes.change',
  method: 'PUT',
  path: one,
  summary: 'Change whether a volume ends with its server; swap it for another',
  rule: 'os_compute_api:os-volumes-attachments:update',
  on,
  mayAsk: ['os_compute_api:os-volumes-attachments:swap'],
  body: Type.Object(
    {
      volumeAttachment: Type.Object(
        {
          volumeId: Uuid,
          id: Type.Optional(since('2.85', Uuid)),
          serverId: Type.Optional(since('2.85', Uuid)),
          device: Type.Optional(since('2.85', nullable(Type.String()))),
          tag: Type.Optional(since('2.85', nullable(Tag))),
          delete_on_termination: Type.Optional(since('2.85', BooleanLike)),
          attachment_id: Type.Optional(since('2.89', Uuid)),
          bdm_uuid: Type.Optional(since('2.89', Uuid)),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: { 202: empty },
  errors,
})

export const detachVolume = operation({
  id: 'servers.volumes.detach',
  method: 'DELETE',
  path: one,
  summary: 'Detach a volume from a server',
  rule: 'os_compute_api:os-volumes-attachments:delete',
  on,
  replies: { 202: empty },
  errors: ['ServerNotFound', 'VolumeNotAttached', 'WrongState'],
})
