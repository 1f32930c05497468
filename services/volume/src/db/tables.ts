import type { backup } from '@nimbo/contracts/volume/backups'
import type { groupSnapshot } from '@nimbo/contracts/volume/group-snapshots'
import type { groupType } from '@nimbo/contracts/volume/group-types'
import type { group } from '@nimbo/contracts/volume/groups'
import type { message } from '@nimbo/contracts/volume/messages'
import type { qosSpec } from '@nimbo/contracts/volume/qos-specs'
import type { transfer } from '@nimbo/contracts/volume/transfers'
import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import type { Columns } from '@nimbo/resource/describe/kind'

export interface VolumeTables extends FlowTables, OutboxTables {
  volumes: VolumeRow
  volume_metadata: { volume_id: string; key: string; value: string }
  /** Metadata that users cannot write: `readonly`, and the keys by which OpenStack services find volumes that they created. */
  volume_admin_metadata: { volume_id: string; key: string; value: string }
  attachments: AttachmentRow
  snapshots: SnapshotRow
  snapshot_metadata: { snapshot_id: string; key: string; value: string }
  volume_types: VolumeTypeRow
  volume_type_extra_specs: { volume_type_id: string; key: string; value: string }
  volume_type_projects: { volume_type_id: string; project_id: string }
  qos_specs: Columns<typeof qosSpec>
  backups: Columns<typeof backup>
  group_types: Columns<typeof groupType>
  volume_groups: Columns<typeof group>
  group_snapshots: Columns<typeof groupSnapshot>
  volume_transfers: Columns<typeof transfer>
  messages: Columns<typeof message>
  volume_type_encryption: TypeEncryptionRow
  /** The default volume types of projects. */
  default_volume_types: { project_id: string; volume_type_id: string }
  quotas: { project_id: string; resource: string; hard_limit: number }
  /** Limits of quota classes; only the class `default` is used, for projects without limits of their own. */
  quota_classes: { class_name: string; resource: string; hard_limit: number }
  /** One row per project; updating it locks the project's quota. */
  quota_guards: { project_id: string; turn: number }
  services: ServiceRow
}

export interface VolumeRow {
  id: string
  project_id: string
  user_id: string
  name: string | null
  description: string | null
  /** The size in gibibytes. */
  size: number
  /** Gibibytes that a running extension adds; they count against the quota already. */
  growing_by: number
  status: string
  availability_zone: string
  volume_type_id: string
  /** `host@backend#pool`; null until the scheduler has chosen. */
  host: string | null
  bootable: number
  multiattach: number
  consumes_quota: number
  snapshot_id: string | null
  source_volid: string | null
  /** Properties of the image that the volume was created from: a JSON object of strings. */
  image_metadata: string | null
  created_at: string
  updated_at: string
  launched_at: string | null
  /** The status that the volume returns to when the running operation ends. */
  previous_status: string | null
  /** The progress of the last migration; null before the first. */
  migration_status: string | null
  group_id: string | null
  /** The id of the key in the key manager; null for volumes that are not encrypted. */
  encryption_key_id: string | null
}

export interface AttachmentRow {
  id: string
  volume_id: string
  project_id: string
  instance_uuid: string | null
  status: string
  mode: string
  /** The device name inside the server: `/dev/vdb`. */
  mountpoint: string | null
  host: string | null
  /** JSON objects. */
  connector: string | null
  connection_info: string | null
  attached_at: string | null
  created_at: string
  updated_at: string
}

export interface SnapshotRow {
  id: string
  volume_id: string
  project_id: string
  user_id: string
  name: string | null
  description: string | null
  size: number
  status: string
  consumes_quota: number
  /** The progress of the creation, if reported: `80%`. */
  progress: string | null
  group_snapshot_id: string | null
  created_at: string
  updated_at: string
}

export interface VolumeTypeRow {
  id: string
  /** The QoS specs of the type. */
  qos_specs_id: string | null
  name: string
  description: string | null
  is_public: number
  created_at: string
  updated_at: string
}

export interface TypeEncryptionRow {
  id: string
  volume_type_id: string
  provider: string
  /** `front-end` or `back-end`. */
  control_location: string
  cipher: string | null
  key_size: number | null
  created_at: string
  updated_at: string
}

export interface ServiceRow {
  binary: string
  /** `host` or `host@backend`. */
  host: string
  zone: string
  disabled: number
  disabled_reason: string | null
  /** Whether an operator froze the back end: it gets no new volumes, though the service is enabled. */
  frozen: number
  /** The last report of a volume host about its back end, as JSON; null for other services. */
  backend: string | null
  reported_at: string
}
