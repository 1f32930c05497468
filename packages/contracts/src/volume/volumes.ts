import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { shownTo, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { Hints, NewVolume } from './new-volume.ts'
import { Links, Metadata, NextLink, OptionalText, Pairs, paging, strict, text, Uuid } from './words.ts'

const AttachedServer = view({
  id: Uuid,
  attachment_id: Uuid,
  volume_id: Uuid,
  server_id: nullable(Type.String()),
  host_name: nullable(Type.String()),
  device: nullable(Type.String()),
  attached_at: nullable(Type.String()),
})

const seeMigrations = 'volume_extension:volume_mig_status_attribute'

/** The attributes in replies to creations and updates of a volume. */
const plain = {
  id: Uuid,
  status: Type.String(),
  size: Type.Integer(),
  availability_zone: Type.String(),
  created_at: Type.String(),
  updated_at: nullable(Type.String()),
  name: nullable(Type.String()),
  description: nullable(Type.String()),
  volume_type: nullable(Type.String()),
  volume_type_id: since('3.63', nullable(Type.String())),
  snapshot_id: nullable(Type.String()),
  source_volid: nullable(Type.String()),
  metadata: Pairs,
  links: Links,
  user_id: Type.String(),
  bootable: Type.String(),
  encrypted: Type.Boolean(),
  replication_status: Type.Null(),
  consistencygroup_id: nullable(Type.String()),
  multiattach: Type.Boolean(),
  migration_status: shownTo(seeMigrations, nullable(Type.String())),
  group_id: since('3.13', nullable(Type.String())),
  shared_targets: since('3.48', nullable(Type.Boolean())),
  service_uuid: since('3.48', Type.Null()),
  consumes_quota: since('3.65', Type.Boolean()),
  attachments: Type.Array(AttachedServer),
}
const ChangedVolume = view(plain)
export type ChangedVolumeView = Static<typeof ChangedVolume>

const seeHosts = 'volume_extension:volume_host_attribute'

/** A complete volume; attributes of extensions are shown only when a volume is read. */
export const Volume = view({
  ...plain,
  volume_image_metadata: Type.Optional(Pairs),
  encryption_key_id: Type.Optional(since('3.64', Uuid)),
  'os-vol-tenant-attr:tenant_id': Type.Optional(Type.String()),
  'os-vol-host-attr:host': shownTo(seeHosts, nullable(Type.String())),
  cluster_name: since('3.61', shownTo(seeHosts, Type.Null())),
  provider_id: since('3.21', shownTo(seeHosts, Type.Null())),
  'os-vol-mig-status-attr:migstat': shownTo(seeMigrations, nullable(Type.String())),
  'os-vol-mig-status-attr:name_id': shownTo(seeMigrations, Type.Null()),
})
export type VolumeView = Static<typeof Volume>

const VolumeSummary = view({ id: Uuid, name: nullable(Type.String()), links: Links })

const Count = Type.Optional(since('3.45', Type.Integer()))
const query = Type.Object({
  ...paging,
  ...{ name: text, display_name: text, description: text, status: text, availability_zone: text },
  ...{ id: text, user_id: text, snapshot_id: text, volume_type_id: text, host: text, project_id: text },
  ...{ bootable: text, multiattach: text, metadata: text, with_count: text },
  consumes_quota: since('3.65', text),
  glance_metadata: since('3.4', text),
  group_id: since('3.10', text),
  ...{
    migration_status: text,
    size: text,
    source_volid: text,
    created_at: text,
    updated_at: text,
  },
})
const mayAsk = ['volume_extension:volume_tenant_attribute']

export const listVolumes = operation({
  id: 'volumes.list',
  method: 'GET',
  path: '/volumes',
  summary: 'List volumes',
  rule: 'volume:get_all',
  on: ownProject,
  query,
  replies: { 200: view({ volumes: Type.Array(VolumeSummary), volumes_links: NextLink, count: Count }) },
})

export const listVolumesInFull = operation({
  id: 'volumes.list_detail',
  method: 'GET',
  path: '/volumes/detail',
  summary: 'List volumes, with details',
  rule: 'volume:get_all',
  on: ownProject,
  mayAsk,
  query,
  replies: { 200: view({ volumes: Type.Array(Volume), volumes_links: NextLink, count: Count }) },
})

export const summarizeVolumes = operation({
  id: 'volumes.summary',
  method: 'GET',
  path: '/volumes/summary',
  since: '3.12',
  summary: 'Count volumes and their gigabytes',
  rule: 'volume:get_all',
  on: ownProject,
  query,
  replies: {
    200: view({
      'volume-summary': view({
        total_size: Type.Integer(),
        total_count: Type.Integer(),
        metadata: since('3.36', Type.Record(Type.String(), Type.Array(Type.String()))),
      }),
    }),
  },
})

export const createVolume = operation({
  id: 'volumes.create',
  method: 'POST',
  path: '/volumes',
  summary: 'Create a volume',
  rule: 'volume:create',
  on: ownProject,
  mayAsk: ['volume:create_from_image', 'volume:multiattach'],
  body: strict({ volume: NewVolume, 'OS-SCH-HNT:scheduler_hints': Type.Optional(nullable(Hints)) }),
  replies: { 202: view({ volume: ChangedVolume }) },
  errors: ['VolumeSizeExceedsAvailableQuota', 'VolumeLimitExceeded', 'VolumeTypeNotFoundByName'],
})

const path = '/volumes/{volume_id}'
const on = found('volume')
const errors = ['VolumeNotFound']

export const showVolume = operation({
  id: 'volumes.show',
  method: 'GET',
  path,
  summary: 'Show a volume',
  rule: 'volume:get',
  on,
  mayAsk,
  replies: { 200: view({ volume: Volume }) },
  errors,
})

export const updateVolume = operation({
  id: 'volumes.update',
  method: 'PUT',
  path,
  summary: 'Change the name, description or metadata of a volume',
  rule: 'volume:update',
  on,
  body: strict({
    volume: strict(
      {
        name: OptionalText,
        description: OptionalText,
        display_name: OptionalText,
        display_description: OptionalText,
        metadata: Type.Optional(nullable(Metadata)),
      },
      { minProperties: 1 },
    ),
  }),
  replies: { 200: view({ volume: ChangedVolume }) },
  errors,
})

export const deleteVolume = operation({
  id: 'volumes.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a volume',
  rule: 'volume:delete',
  on,
  mayAsk: ['volume:force_delete'],
  query: Type.Object({ cascade: text, force: since('3.23', text) }),
  replies: { 202: empty },
  errors: ['VolumeNotFound', 'InvalidVolume'],
})

const metadata = '/volumes/{volume_id}/metadata'
const metadataKey = '/volumes/{volume_id}/metadata/{key}'
const shownMetadata = { 200: view({ metadata: Pairs }) }
const MetadataBody = strict({ metadata: Metadata })

export const listMetadata = operation({
  id: 'volume_metadata.list',
  method: 'GET',
  path: metadata,
  summary: 'Show the metadata of a volume',
  rule: 'volume:get_volume_metadata',
  on,
  replies: shownMetadata,
  errors,
})

export const mergeMetadata = operation({
  id: 'volume_metadata.merge',
  method: 'POST',
  path: metadata,
  summary: 'Add to the metadata of a volume',
  rule: 'volume:create_volume_metadata',
  on,
  body: MetadataBody,
  replies: shownMetadata,
  errors: [...errors, 'MetadataChanged'],
})

export const replaceMetadata = operation({
  id: 'volume_metadata.replace',
  method: 'PUT',
  path: metadata,
  summary: 'Replace the metadata of a volume',
  rule: 'volume:update_volume_metadata',
  on,
  body: MetadataBody,
  replies: shownMetadata,
  errors: [...errors, 'MetadataChanged'],
})

export const showMetadata = operation({
  id: 'volume_metadata.show',
  method: 'GET',
  path: metadataKey,
  summary: 'Show one pair of the metadata of a volume',
  rule: 'volume:get_volume_metadata',
  on,
  replies: { 200: view({ meta: Pairs }) },
  errors: ['VolumeNotFound', 'VolumeMetadataNotFound'],
})

export const setMetadata = operation({
  id: 'volume_metadata.set',
  method: 'PUT',
  path: metadataKey,
  summary: 'Set one pair of the metadata of a volume',
  rule: 'volume:update_volume_metadata',
  on,
  body: strict({ meta: Metadata }),
  replies: { 200: view({ meta: Pairs }) },
  errors,
})

export const deleteMetadata = operation({
  id: 'volume_metadata.delete',
  method: 'DELETE',
  path: metadataKey,
  summary: 'Delete one pair of the metadata of a volume',
  rule: 'volume:delete_volume_metadata',
  on,
  replies: { 200: empty },
  errors: ['VolumeNotFound', 'VolumeMetadataNotFound'],
})
