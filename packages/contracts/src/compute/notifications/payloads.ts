import { versionedPayload } from '@nimbo/notifications/notification'
import { type TSchema, Type } from 'typebox'

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** Optional text. */
export const Text = nullable(Type.String())
const Count = nullable(Type.Integer())
const Texts = Type.Record(Type.String(), Type.String())

export const FlavorPayload = versionedPayload('FlavorPayload', '1.4', {
  flavorid: Type.String(),
  name: Type.String(),
  memory_mb: Type.Integer(),
  vcpus: Type.Integer(),
  root_gb: Type.Integer(),
  ephemeral_gb: Type.Integer(),
  swap: Type.Integer(),
  rxtx_factor: Type.Number(),
  vcpu_weight: Type.Integer(),
  disabled: Type.Boolean(),
  is_public: Type.Boolean(),
  extra_specs: Texts,
  /** Projects with access to a private flavor; null when not included. */
  projects: nullable(Type.Array(Type.String())),
  description: Text,
})

export const ExceptionPayload = versionedPayload('ExceptionPayload', '1.1', {
  module_name: Type.String(),
  function_name: Type.String(),
  /** The exception's name. */
  exception: Type.String(),
  exception_message: Type.String(),
  traceback: Type.String(),
})

export const KeypairPayload = versionedPayload('KeypairPayload', '1.0', {
  user_id: Type.String(),
  name: Type.String(),
  fingerprint: Text,
  public_key: Text,
  type: Type.String(),
})

export const ServerGroupPayload = versionedPayload('ServerGroupPayload', '1.1', {
  uuid: Type.String(),
  name: Text,
  user_id: Text,
  project_id: Text,
  policies: nullable(Type.Array(Type.String())),
  policy: Text,
  rules: Texts,
  members: nullable(Type.Array(Type.String())),
  hosts: nullable(Type.Array(Type.String())),
})

const IpPayload = versionedPayload('IpPayload', '1.0', {
  label: Type.String(),
  mac: Type.String(),
  meta: Texts,
  port_uuid: Text,
  version: Type.Integer(),
  address: Type.String(),
  device_name: Text,
})

const BlockDevicePayload = versionedPayload('BlockDevicePayload', '1.0', {
  device_name: Text,
  boot_index: Count,
  delete_on_termination: Type.Boolean(),
  volume_id: Type.String(),
  tag: Text,
})

/** Objects nested in a server's payload. */
export const serverParts = { ip: IpPayload, blockDevice: BlockDevicePayload }

/** A server in versioned notifications. Instants are ISO 8601. */
export const serverFields = {
  uuid: Type.String(),
  user_id: Type.String(),
  tenant_id: Type.String(),
  reservation_id: Type.String(),
  display_name: Type.String(),
  display_description: Text,
  host_name: Type.String(),
  host: Text,
  node: Text,
  os_type: Text,
  architecture: Text,
  availability_zone: Text,
  flavor: FlavorPayload.schema,
  image_uuid: Text,
  key_name: Text,
  kernel_id: Text,
  ramdisk_id: Text,
  created_at: Text,
  launched_at: Text,
  terminated_at: Text,
  deleted_at: Text,
  updated_at: Text,
  state: Type.String(),
  power_state: Type.String(),
  task_state: Text,
  progress: Type.Integer(),
  ip_addresses: Type.Array(IpPayload.schema),
  /** Its volumes; null unless `bdms_in_notifications` is set. */
  block_devices: nullable(Type.Array(BlockDevicePayload.schema)),
  metadata: Texts,
  locked: Type.Boolean(),
  locked_reason: Text,
  auto_disk_config: Type.String(),
  request_id: Text,
  action_initiator_user: Text,
  action_initiator_project: Text,
  /** Null unless enabled. */
  shares: nullable(Type.Array(Type.Unknown())),
}

/** A server with an action, and its failure if any. */
export const actionFields = { ...serverFields, fault: nullable(ExceptionPayload.schema) }

/** A server in unversioned notifications. */
export const usageFields = {
  tenant_id: Type.String(),
  user_id: Type.String(),
  instance_id: Type.String(),
  display_name: Type.String(),
  reservation_id: Type.String(),
  hostname: Type.String(),
  /** The flavor's name. */
  instance_type: Type.String(),
  instance_type_id: Type.String(),
  instance_flavor_id: Type.String(),
  architecture: Text,
  memory_mb: Type.Integer(),
  disk_gb: Type.Integer(),
  vcpus: Type.Integer(),
  root_gb: Type.Integer(),
  ephemeral_gb: Type.Integer(),
  host: Text,
  node: Text,
  availability_zone: Text,
  cell_name: Type.String(),
  created_at: Type.String(),
  /** Empty when not set. */
  terminated_at: Type.String(),
  deleted_at: Type.String(),
  launched_at: Type.String(),
  image_ref_url: Text,
  os_type: Text,
  kernel_id: Text,
  ramdisk_id: Text,
  state: Type.String(),
  state_description: Type.String(),
  progress: Type.Union([Type.Integer(), Type.Literal('')]),
  access_ip_v4: Text,
  access_ip_v6: Text,
  image_meta: Texts,
  metadata: Texts,
}

/** Included in some notifications. */
export const FixedIps = Type.Array(
  Type.Object(
    {
      address: Type.String(),
      type: Type.Literal('fixed'),
      version: Type.Integer(),
      meta: Texts,
      floating_ips: Type.Array(Type.String()),
      label: Type.String(),
      vif_mac: Type.String(),
    },
    { additionalProperties: false },
  ),
)
