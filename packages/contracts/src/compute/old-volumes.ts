import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { text } from './query.ts'
import { BooleanLike } from './words.ts'

/** Ended with 2.36; clients use Cinder instead. */
const until = '2.35'

/** An attachment; an empty object if there is none. */
const Attachment = view({
  id: Type.Optional(Type.String()),
  volumeId: Type.Optional(Type.String()),
  serverId: Type.Optional(nullable(Type.String())),
  device: Type.Optional(Type.String()),
})

/** A volume in Nova's format. */
const OldVolume = view({
  id: Type.String(),
  status: Type.String(),
  size: Type.Integer(),
  availabilityZone: Type.String(),
  createdAt: Type.String(),
  attachments: Type.Array(Attachment),
  displayName: nullable(Type.String()),
  displayDescription: nullable(Type.String()),
  volumeType: nullable(Type.String()),
  snapshotId: nullable(Type.String()),
  metadata: Type.Record(Type.String(), Type.String()),
})
export type OldVolumeView = Static<typeof OldVolume>

const OldSnapshot = view({
  id: Type.String(),
  volumeId: Type.String(),
  status: Type.String(),
  size: Type.Integer(),
  createdAt: Type.String(),
  displayName: nullable(Type.String()),
  displayDescription: nullable(Type.String()),
})
export type OldSnapshotView = Static<typeof OldSnapshot>

const query = Type.Object({ limit: text, offset: text })

export const listOldVolumes = operation({
  id: 'old-volumes.list',
  method: 'GET',
  path: '/os-volumes',
  until,
  summary: 'List volumes, as block storage has them',
  rule: 'os_compute_api:os-volumes:list',
  on,
  query,
  replies: { 200: view({ volumes: Type.Array(OldVolume) }) },
})

export const listOldVolumesInFull = operation({
  ...listOldVolumes,
  id: 'old-volumes.list_detail',
  path: '/os-volumes/detail',
  summary: 'List volumes with details, as block storage has them',
  rule: 'os_compute_api:os-volumes:detail',
})

export const createOldVolume = operation({
  id: 'old-volumes.create',
  method: 'POST',
  path: '/os-volumes',
  until,
  summary: 'Have block storage create a volume',
  rule: 'os_compute_api:os-volumes:create',
  on,
  body: Type.Object(
    {
      volume: Type.Object(
        {
          size: Type.Union([
            Type.Integer({ minimum: 1 }),
            Type.String({ pattern: '^[0-9]+$', maxLength: 10 }),
          ]),
          display_name: text,
          display_description: text,
          volume_type: text,
          metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
          snapshot_id: text,
          availability_zone: text,
        },
        exact,
      ),
    },
    exact,
  ),
  replies: { 200: view({ volume: OldVolume }) },
  errors: ['NotFound', 'QuotaRefused'],
})

export const showOldVolume = operation({
  id: 'old-volumes.show',
  method: 'GET',
  path: '/os-volumes/{volume_id}',
  until,
  summary: 'Show a volume, as block storage has it',
  rule: 'os_compute_api:os-volumes:show',
  on,
  replies: { 200: view({ volume: OldVolume }) },
  errors: ['VolumeNotFound'],
})

export const deleteOldVolume = operation({
  id: 'old-volumes.delete',
  method: 'DELETE',
  path: '/os-volumes/{volume_id}',
  until,
  summary: 'Have block storage delete a volume',
  rule: 'os_compute_api:os-volumes:delete',
  on,
  replies: { 202: empty },
  errors: ['VolumeNotFound'],
})

export const listOldSnapshots = operation({
  id: 'old-snapshots.list',
  method: 'GET',
  path: '/os-snapshots',
  until,
  summary: 'List snapshots of volumes, as block storage has them',
  rule: 'os_compute_api:os-volumes:snapshots:list',
  on,
  query,
  replies: { 200: view({ snapshots: Type.Array(OldSnapshot) }) },
})

export const listOldSnapshotsInFull = operation({
  ...listOldSnapshots,
  id: 'old-snapshots.list_detail',
  path: '/os-snapshots/detail',
  summary: 'List snapshots of volumes with details, as block storage has them',
  rule: 'os_compute_api:os-volumes:snapshots:detail',
})

export const createOldSnapshot = operation({
  id: 'old-snapshots.create',
  method: 'POST',
  path: '/os-snapshots',
  until,
  summary: 'Have block storage take a snapshot of a volume',
  rule: 'os_compute_api:os-volumes:snapshots:create',
  on,
  body: Type.Object(
    {
      snapshot: Type.Object(
        {
          volume_id: Type.String(),
          force: Type.Optional(BooleanLike),
          display_name: text,
          display_description: text,
        },
        exact,
      ),
    },
    exact,
  ),
  replies: { 200: view({ snapshot: OldSnapshot }) },
  errors: ['VolumeNotFound', 'QuotaRefused'],
})

export const showOldSnapshot = operation({
  id: 'old-snapshots.show',
  method: 'GET',
  path: '/os-snapshots/{snapshot_id}',
  until,
  summary: 'Show a snapshot of a volume, as block storage has it',
  rule: 'os_compute_api:os-volumes:snapshots:show',
  on,
  replies: { 200: view({ snapshot: OldSnapshot }) },
  errors: ['NotFound'],
})

export const deleteOldSnapshot = operation({
  id: 'old-snapshots.delete',
  method: 'DELETE',
  path: '/os-snapshots/{snapshot_id}',
  until,
  summary: 'Have block storage delete a snapshot',
  rule: 'os_compute_api:os-volumes:snapshots:delete',
  on,
  replies: { 202: empty },
  errors: ['NotFound'],
})
