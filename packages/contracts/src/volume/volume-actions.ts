import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { Type } from 'typebox'
import { resettableStatuses } from './statuses.ts'
import { FlagLike, Metadata, Pairs, strict, Uuid } from './words.ts'

const text = Type.Optional(nullable(Type.String()))

/** The common part of volume actions, selected by the key of the body. */
export const action = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: '/volumes/{volume_id}/action',
    action: name,
    on: found('volume'),
    errors: ['VolumeNotFound', 'InvalidVolume'],
  }) as const

export const accepted = { 202: empty }

export const extendVolume = operation({
  ...action('os-extend'),
  id: 'volumes.extend',
  summary: 'Make a volume larger',
  rule: 'volume:extend',
  mayAsk: ['volume:extend_attached_volume'],
  body: strict({
    'os-extend': strict({
      new_size: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[0-9]+$' })]),
    }),
  }),
  replies: accepted,
})

export const resetStatus = operation({
  ...action('os-reset_status'),
  id: 'volumes.reset_status',
  summary: 'Set the status of a volume',
  rule: 'volume_extension:volume_admin_actions:reset_status',
  body: strict({
    'os-reset_status': strict({
      status: Type.Optional(oneOf(resettableStatuses)),
      attach_status: Type.Optional(Type.Union([Type.Literal('detached'), Type.Literal('attached')])),
      migration_status: Type.Optional(
        oneOf(['migrating', 'error', 'success', 'completing', 'none', 'starting']),
      ),
    }),
  }),
  replies: accepted,
})

export const forceDeleteVolume = operation({
  ...action('os-force_delete'),
  id: 'volumes.force_delete',
  summary: 'Delete a volume whatever its status',
  rule: 'volume_extension:volume_admin_actions:force_delete',
  replies: accepted,
})

export const setBootable = operation({
  ...action('os-set_bootable'),
  id: 'volumes.set_bootable',
  summary: 'Say whether servers can boot from a volume',
  rule: 'volume:update',
  body: strict({ 'os-set_bootable': strict({ bootable: FlagLike }) }),
  replies: { 200: empty },
})

export const updateReadonlyFlag = operation({
  ...action('os-update_readonly_flag'),
  id: 'volumes.update_readonly_flag',
  summary: 'Say whether a volume may only be read',
  rule: 'volume:update_readonly_flag',
  body: strict({ 'os-update_readonly_flag': strict({ readonly: FlagLike }) }),
  replies: accepted,
})

export const setImageMetadata = operation({
  ...action('os-set_image_metadata'),
  id: 'volumes.set_image_metadata',
  summary: 'Add to what a volume keeps of its image',
  rule: 'volume_extension:volume_image_metadata:set',
  body: strict({ 'os-set_image_metadata': strict({ metadata: Metadata }) }),
  replies: { 200: view({ metadata: Pairs }) },
})

export const showImageMetadata = operation({
  ...action('os-show_image_metadata'),
  id: 'volumes.show_image_metadata',
  summary: 'Show what a volume keeps of its image',
  rule: 'volume_extension:volume_image_metadata:show',
  replies: { 200: view({ metadata: Pairs }) },
})

export const unsetImageMetadata = operation({
  ...action('os-unset_image_metadata'),
  id: 'volumes.unset_image_metadata',
  summary: 'Take a key from what a volume keeps of its image',
  rule: 'volume_extension:volume_image_metadata:remove',
  body: strict({
    'os-unset_image_metadata': strict({ key: Type.String({ minLength: 1, maxLength: 255 }) }),
  }),
  replies: { 200: empty },
})

export const revertToSnapshot = operation({
  ...action('revert'),
  id: 'volumes.revert',
  since: '3.40',
  summary: 'Give a volume back the content of its latest snapshot',
  rule: 'volume:revert_to_snapshot',
  body: strict({ revert: strict({ snapshot_id: Uuid }) }),
  replies: accepted,
  errors: ['VolumeNotFound', 'BadRequest', 'InvalidVolume'],
})

export const reimageVolume = operation({
  ...action('os-reimage'),
  id: 'volumes.reimage',
  since: '3.68',
  summary: 'Give a volume the content of an image',
  rule: 'volume:reimage',
  mayAsk: ['volume:reimage_reserved'],
  body: strict({
    'os-reimage': strict({ image_id: Uuid, reimage_reserved: Type.Optional(FlagLike) }),
  }),
  replies: accepted,
})

export const retypeVolume = operation({
  ...action('os-retype'),
  id: 'volumes.retype',
  summary: 'Change the type of a volume',
  rule: 'volume:retype',
  body: strict({
    'os-retype': strict({
      new_type: Type.String({ minLength: 1, maxLength: 255 }),
      migration_policy: Type.Optional(nullable(oneOf(['never', 'on-demand']))),
    }),
  }),
  replies: accepted,
  errors: ['VolumeNotFound', 'InvalidVolume', 'VolumeTypeNotFoundByName'],
})

export const migrateVolume = operation({
  ...action('os-migrate_volume'),
  id: 'volumes.migrate',
  summary: 'Move a volume to another back end',
  rule: 'volume_extension:volume_admin_actions:migrate_volume',
  body: strict({
    'os-migrate_volume': strict({
      host: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255 }))),
      cluster: Type.Optional(since('3.16', nullable(Type.String({ maxLength: 255 })))),
      force_host_copy: Type.Optional(FlagLike),
      lock_volume: Type.Optional(FlagLike),
    }),
  }),
  replies: accepted,
  errors: ['VolumeNotFound', 'InvalidVolume', 'InvalidHost'],
})

const Uploaded = view({
  id: Uuid,
  updated_at: nullable(Type.String()),
  status: Type.String(),
  display_description: nullable(Type.String()),
  size: Type.Integer(),
  volume_type: Type.Unknown(),
  image_id: Type.String(),
  container_format: nullable(Type.String()),
  disk_format: nullable(Type.String()),
  image_name: nullable(Type.String()),
  protected: since('3.1', Type.Boolean()),
  visibility: since('3.1', Type.String()),
})

export const uploadVolume = operation({
  ...action('os-volume_upload_image'),
  id: 'volumes.upload_image',
  summary: 'Make an image of a volume',
  rule: 'volume_extension:volume_actions:upload_image',
  mayAsk: ['volume_extension:volume_actions:upload_public'],
  body: strict({
    'os-volume_upload_image': strict({
      image_name: Type.String({ minLength: 1, maxLength: 255 }),
      force: Type.Optional(FlagLike),
      disk_format: Type.Optional(oneOf(['raw', 'vmdk', 'vdi', 'qcow2', 'vhd', 'vhdx', 'ploop'])),
      container_format: Type.Optional(Type.String({ maxLength: 255 })),
      visibility: Type.Optional(since('3.1', oneOf(['community', 'public', 'private', 'shared']))),
      protected: Type.Optional(since('3.1', FlagLike)),
    }),
  }),
  replies: { 202: view({ 'os-volume_upload_image': Uploaded }) },
})

export const reserveVolume = operation({
  ...action('os-reserve'),
  id: 'volumes.reserve',
  summary: 'Keep a volume for a server that is to get it',
  rule: 'volume_extension:volume_actions:reserve',
  replies: accepted,
})

export const unreserveVolume = operation({
  ...action('os-unreserve'),
  id: 'volumes.unreserve',
  summary: 'Keep a volume for nobody any more',
  rule: 'volume_extension:volume_actions:unreserve',
  replies: accepted,
})

export const beginDetaching = operation({
  ...action('os-begin_detaching'),
  id: 'volumes.begin_detaching',
  summary: 'Mark a volume as being detached',
  rule: 'volume_extension:volume_actions:begin_detaching',
  replies: accepted,
})

export const rollDetaching = operation({
  ...action('os-roll_detaching'),
  id: 'volumes.roll_detaching',
  summary: 'Mark a volume as attached again',
  rule: 'volume_extension:volume_actions:roll_detaching',
  replies: accepted,
})

export const attachVolume = operation({
  ...action('os-attach'),
  id: 'volumes.attach',
  summary: 'Record that a volume is attached',
  rule: 'volume_extension:volume_actions:attach',
  body: strict({
    'os-attach': strict({
      instance_uuid: Type.Optional(nullable(Uuid)),
      host_name: text,
      mountpoint: Type.String({ minLength: 1, maxLength: 255 }),
      mode: Type.Optional(Type.Union([Type.Literal('rw'), Type.Literal('ro')])),
    }),
  }),
  replies: accepted,
})

/** The errors of detaching. Only Nova may detach a volume from a server that uses it. */
const detaching = ['VolumeNotFound', 'InvalidVolume', 'ConflictNovaUsingAttachment']

const Detached = nullable(strict({ attachment_id: Type.Optional(nullable(Uuid)) }))

export const detachVolume = operation({
  ...action('os-detach'),
  id: 'volumes.detach',
  summary: 'Record that a volume is attached no more',
  rule: 'volume_extension:volume_actions:detach',
  body: strict({ 'os-detach': Detached }),
  replies: accepted,
  errors: detaching,
})

export const forceDetachVolume = operation({
  ...action('os-force_detach'),
  id: 'volumes.force_detach',
  summary: 'Detach a volume whatever its status',
  rule: 'volume_extension:volume_admin_actions:force_detach',
  body: strict({
    'os-force_detach': strict({
      attachment_id: Type.Optional(nullable(Type.String())),
      // Accepted but ignored: the attachment says which host it is for.
      connector: Type.Optional(
        nullable(Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())])),
      ),
    }),
  }),
  replies: accepted,
  errors: detaching,
})

const Connector = strict({ connector: Type.Record(Type.String(), Type.Unknown()) })

export const initializeConnection = operation({
  ...action('os-initialize_connection'),
  id: 'volumes.initialize_connection',
  summary: 'Make a volume reachable for a host',
  rule: 'volume_extension:volume_actions:initialize_connection',
  body: strict({ 'os-initialize_connection': Connector }),
  replies: { 200: view({ connection_info: Type.Record(Type.String(), Type.Unknown()) }) },
})

export const terminateConnection = operation({
  ...action('os-terminate_connection'),
  id: 'volumes.terminate_connection',
  summary: 'Make a volume unreachable for a host',
  rule: 'volume_extension:volume_actions:terminate_connection',
  body: strict({ 'os-terminate_connection': Connector }),
  replies: accepted,
  errors: detaching,
})
