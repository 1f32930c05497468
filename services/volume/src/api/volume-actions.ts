import { accepted, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import type { VolumeApp } from '../app/app.ts'
import { deleteVolume } from '../app/delete-volume.ts'
import { extendVolume } from '../app/extend-volume.ts'
import { needVolume } from '../app/need.ts'
import { resetStatus } from '../app/reset-status.ts'
import { updateVolume } from '../app/update-volume.ts'
import { volumeStatuses } from '../domain/volume.ts'
import { route } from './route.ts'
import { metadataSchema } from './volume-body.ts'

const path = '/volumes/{volume_id}/action'
const extendsAttached = microversion('3.42')

const flag = Type.Union([Type.Boolean(), Type.String()])
const isSet = (value: boolean | string): boolean => value === true || String(value).toLowerCase() === 'true'

/** What is done to a volume by `POST /volumes/{volume_id}/action`, but for attaching. */
export const volumeActions: readonly Route<VolumeApp>[] = [
  route({
    method: 'POST',
    path,
    action: 'os-extend',
    name: 'volumes.extend',
    policy: 'volume:extend',
    body: Type.Object({
      'os-extend': Type.Object({
        new_size: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]+$' })]),
      }),
    }),
    replies: [202],
    handle: async ({ ctx, app, params, body, version, allows }) => {
      const attached = version >= extendsAttached && allows('volume:extend_attached_volume')
      await extendVolume(app)(ctx, params.volume_id, Number(body['os-extend'].new_size), { attached })
      return accepted()
    },
  }),
  route({
    method: 'POST',
    path,
    action: 'os-reset_status',
    name: 'volumes.reset_status',
    policy: 'volume_extension:volume_admin_actions:reset_status',
    body: Type.Object({
      'os-reset_status': Type.Object({
        status: Type.Optional(Type.Union(volumeStatuses.map((status) => Type.Literal(status)))),
        attach_status: Type.Optional(Type.Union([Type.Literal('detached'), Type.Literal('attached')])),
        migration_status: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
    }),
    replies: [202],
    handle: async ({ ctx, app, params, body }) => {
      const { status, attach_status } = body['os-reset_status']
      await resetStatus(app)(ctx, params.volume_id, { status, detached: attach_status === 'detached' })
      return accepted()
    },
  }),
  route({
    method: 'POST',
    path,
    action: 'os-force_delete',
    name: 'volumes.force_delete',
    policy: 'volume_extension:volume_admin_actions:force_delete',
    replies: [202],
    handle: async ({ ctx, app, params }) => {
      await deleteVolume(app)(ctx, params.volume_id, { force: true })
      return accepted()
    },
  }),
  route({
    method: 'POST',
    path,
    action: 'os-set_bootable',
    name: 'volumes.set_bootable',
    policy: 'volume:update',
    body: Type.Object({ 'os-set_bootable': Type.Object({ bootable: flag }) }),
    replies: [200],
    handle: async ({ ctx, app, params, body }) => {
      await updateVolume(app)(ctx, params.volume_id, { bootable: isSet(body['os-set_bootable'].bootable) })
      return { status: 200, headers: {} }
    },
  }),
  route({
    method: 'POST',
    path,
    action: 'os-update_readonly_flag',
    name: 'volumes.update_readonly_flag',
    policy: 'volume:update_readonly_flag',
    body: Type.Object({ 'os-update_readonly_flag': Type.Object({ readonly: flag }) }),
    replies: [202],
    handle: async ({ ctx, app, params, body }) => {
      const readonly = isSet(body['os-update_readonly_flag'].readonly)
      await updateVolume(app)(ctx, params.volume_id, { readonly })
      return accepted()
    },
  }),
  route({
    method: 'POST',
    path,
    action: 'os-set_image_metadata',
    name: 'volumes.set_image_metadata',
    policy: 'volume_extension:volume_image_metadata:set',
    body: Type.Object({ 'os-set_image_metadata': Type.Object({ metadata: metadataSchema }) }),
    replies: [200],
    handle: async ({ ctx, app, params, body }) => {
      const { imageMetadata } = await needVolume(app, ctx, params.volume_id)
      const merged = { ...imageMetadata, ...body['os-set_image_metadata'].metadata }
      await updateVolume(app)(ctx, params.volume_id, { imageMetadata: merged })
      return ok({ metadata: merged })
    },
  }),
  route({
    method: 'POST',
    path,
    action: 'os-show_image_metadata',
    name: 'volumes.show_image_metadata',
    policy: 'volume_extension:volume_image_metadata:show',
    replies: [200],
    handle: async ({ ctx, app, params }) =>
      ok({ metadata: (await needVolume(app, ctx, params.volume_id)).imageMetadata ?? {} }),
  }),
]
