import { accepted, ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { Type } from 'typebox'
import type { VolumeApp } from '../app/app.ts'
import {
  attach,
  detach,
  initializeConnection,
  moveStatus,
  terminateConnection,
} from '../app/legacy-attach.ts'
import { route } from './route.ts'

const path = '/volumes/{volume_id}/action'
const connector = Type.Object({ connector: Type.Record(Type.String(), Type.Unknown()) })
const optionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]))

type Move = Parameters<ReturnType<typeof moveStatus>>[2]

/** Actions that only move the volume to another status. */
const move = (action: string, rule: string, to: Move): Route<VolumeApp> =>
  route({
    method: 'POST',
    path,
    action,
    name: `volumes.${action.slice('os-'.length)}`,
    policy: rule,
    replies: [202],
    handle: async ({ ctx, app, params }) => {
      await moveStatus(app)(ctx, params.volume_id, to)
      return accepted()
    },
  })

/** How volumes were attached before the attachments API of 3.27. */
export const volumeAttachActions: readonly Route<VolumeApp>[] = [
  move('os-reserve', 'volume_extension:volume_actions:reserve', {
    from: ['available'],
    to: 'attaching',
    what: 'reserve',
  }),
  move('os-unreserve', 'volume_extension:volume_actions:unreserve', {
    from: ['attaching'],
    to: 'available',
    what: 'unreserve',
  }),
  move('os-begin_detaching', 'volume_extension:volume_actions:begin_detaching', {
    from: ['in-use'],
    to: 'detaching',
    what: 'begin detaching',
  }),
  move('os-roll_detaching', 'volume_extension:volume_actions:roll_detaching', {
    from: ['detaching'],
    to: 'in-use',
    what: 'roll back',
  }),
  route({
    method: 'POST',
    path,
    action: 'os-attach',
    name: 'volumes.attach',
    policy: 'volume_extension:volume_actions:attach',
    body: Type.Object({
      'os-attach': Type.Object({
        instance_uuid: optionalText,
        host_name: optionalText,
        mountpoint: Type.String({ minLength: 1, maxLength: 255 }),
        mode: Type.Optional(Type.Union([Type.Literal('rw'), Type.Literal('ro')])),
      }),
    }),
    replies: [202],
    handle: async ({ ctx, app, params, body }) => {
      const { instance_uuid, host_name, mountpoint, mode = 'rw' } = body['os-attach']
      const wanted = { serverId: instance_uuid ?? null, hostName: host_name ?? null, mountpoint, mode }
      await attach(app)(ctx, params.volume_id, wanted)
      return accepted()
    },
  }),
  ...(['os-detach', 'os-force_detach'] as const).map((action) =>
    route({
      method: 'POST',
      path,
      action,
      name: `volumes.${action.slice('os-'.length)}`,
      policy:
        action === 'os-detach'
          ? 'volume_extension:volume_actions:detach'
          : 'volume_extension:volume_admin_actions:force_detach',
      body: Type.Object({
        [action]: Type.Union([Type.Object({ attachment_id: optionalText }), Type.Null()]),
      }),
      replies: [202],
      handle: async ({ ctx, app, params, body }) => {
        await detach(app)(ctx, params.volume_id, body[action]?.attachment_id ?? undefined)
        return accepted()
      },
    }),
  ),
  route({
    method: 'POST',
    path,
    action: 'os-initialize_connection',
    name: 'volumes.initialize_connection',
    policy: 'volume_extension:volume_actions:initialize_connection',
    body: Type.Object({ 'os-initialize_connection': connector }),
    replies: [200],
    handle: async ({ ctx, app, params, body }) => {
      const asked = body['os-initialize_connection'].connector
      return ok({ connection_info: await initializeConnection(app)(ctx, params.volume_id, asked) })
    },
  }),
  route({
    method: 'POST',
    path,
    action: 'os-terminate_connection',
    name: 'volumes.terminate_connection',
    policy: 'volume_extension:volume_actions:terminate_connection',
    body: Type.Object({ 'os-terminate_connection': connector }),
    replies: [202],
    handle: async ({ ctx, app, params, body }) => {
      await terminateConnection(app)(ctx, params.volume_id, body['os-terminate_connection'].connector)
      return accepted()
    },
  }),
]
