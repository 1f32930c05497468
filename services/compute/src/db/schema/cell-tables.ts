import type { DeviceType } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { MigrationRow } from '@nimbo/contracts/compute/migration-kind'
import type { TaskState, VmState } from '@nimbo/contracts/compute/states'
import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import type { LockHolder } from '../../domain/servers/server-lock.ts'
import type { CounterTables } from '../counter.ts'
import type { PciDeviceRow } from '../hosts/pci-devices-table.ts'
import type { TaskLogRow } from '../usage/task-log-table.ts'
import type { VolumeUsageRow } from '../usage/volume-usage-table.ts'

/** Tables of one cell: its servers and hosts. JSON is stored as text. */
export interface CellTables extends FlowTables, CounterTables, OutboxTables {
  instances: InstanceRow
  instance_faults: InstanceFaultRow
  instance_actions: InstanceActionRow
  instance_action_events: InstanceActionEventRow
  block_device_mappings: BlockDeviceRow
  migrations: MigrationRow
  guest_passwords: { server_id: string; password: string }
  services: ServiceRow
  compute_nodes: ComputeNodeRow
  pci_devices: PciDeviceRow
  numa_claims: NumaClaimRow
  console_auth_tokens: ConsoleAuthTokenRow
  task_log: TaskLogRow
  volume_usage: VolumeUsageRow
}

export interface InstanceFaultRow {
  id: string
  server_id: string
  code: number
  message: string
  details: string | null
  created_at: string
}

export interface InstanceRow {
  id: string
  /** A number per cell: Nova's integer id, part of `instance-%08x`. */
  number: number
  name: string
  description: string | null
  hostname: string
  project_id: string
  user_id: string
  image_id: string | null
  /** JSON of an `EmbeddedFlavor`. */
  flavor: string
  /** Copied from the flavor, so that SQL can sum usage. */
  vcpus: number
  memory_mb: number
  /** JSON of the image's properties at boot. */
  image_properties: string
  key_name: string | null
  public_key: string | null
  user_data: string | null
  config_drive: number
  metadata: string
  /** JSON array. */
  tags: string
  reservation_id: string
  launch_index: number
  access_ip_v4: string | null
  access_ip_v6: string | null
  disk_config: 'AUTO' | 'MANUAL'
  availability_zone: string | null
  locked: number
  locked_reason: string | null
  locked_by: LockHolder | null
  host: string | null
  node: string | null
  launched_on: string | null
  vm_state: VmState
  task_state: TaskState | null
  power_state: number
  progress: number
  root_device_name: string | null
  /** JSON array of security group names, shown for servers without ports. */
  security_groups: string
  /** JSON with the addresses as the host last saw them; see `domain/networks/network-info.ts`. */
  network_info: string
  /** Encrypted secrets until the host has used them; then null. */
  sealed_secrets: string | null
  trusted_image_certificates: string | null
  /** JSON array of the addresses of its devices as its host last saw them; null if the host told none. */
  device_addresses: string | null
  created_at: string
  updated_at: string | null
  launched_at: string | null
  terminated_at: string | null
  deleted_at: string | null
}

export interface InstanceActionRow {
  id: string
  server_id: string
  action: string
  request_id: string
  project_id: string
  user_id: string
  message: string | null
  start_time: string
  updated_at: string | null
}

export interface InstanceActionEventRow {
  id: string
  action_id: string
  event: string
  host: string | null
  start_time: string
  finish_time: string | null
  result: string | null
  traceback: string | null
}

export interface BlockDeviceRow {
  id: string
  server_id: string
  source_type: string
  destination_type: string
  image_id: string | null
  volume_id: string | null
  snapshot_id: string | null
  volume_size_gb: number | null
  volume_type: string | null
  boot_index: number | null
  device_name: string | null
  attachment_id: string | null
  /** JSON from Cinder; encrypted when it contains secrets. */
  connection_info: string | null
  delete_on_termination: number
  guest_format: string | null
  tag: string | null
  created_at: string
  deleted_at: string | null
  swap_mb: number | null
  disk_bus: string | null
  device_type: DeviceType | null
}

/** A service (`nova-compute`, `nova-conductor`, `nova-scheduler`) on a host, with its last heartbeat. */
export interface ServiceRow {
  id: string
  /** The id that microversions before 2.53 show. */
  number: number
  host: string
  binary: string
  disabled: number
  disabled_reason: string | null
  forced_down: number
  report_count: number
  last_seen_at: string | null
  version: number
  created_at: string
}

export interface ComputeNodeRow {
  id: string
  /** The id that microversions before 2.53 show. */
  number: number
  service_id: string
  host: string
  /** Hypervisor host name, which is also the name of the resource provider with this `id`. */
  node: string
  vcpus: number
  memory_mb: number
  disk_gb: number
  vcpus_used: number
  memory_mb_used: number
  disk_gb_used: number
  running_vms: number
  hypervisor_type: string
  hypervisor_version: number
  /** JSON object. */
  cpu_info: string
  /** JSON array of `[arch, type, mode]`. */
  supported_instances: string
  host_ip: string
  /** JSON of a `HostTopology`; null if the host reports no NUMA cells. */
  numa_topology: string | null
  /** JSON of the `HostMetric`s that its monitors measured last; null without monitors. */
  metrics: string | null
  /** Failed builds since the last successful one. */
  failed_builds: number
  /** JSON of the free PCI devices by kind; null without any. */
  pci_pools: string | null
  /** The number of free PCI devices. */
  pci_free: number
  created_at: string
  updated_at: string | null
}

/** A server's fitted NUMA topology on a host, held by the server or by its migration. */
export interface NumaClaimRow {
  holder_id: string
  server_id: string
  host: string
  node: string
  /** JSON of a fitted `GuestTopology`. */
  topology: string
}

/** A console token, which the console proxy looks up by its hash. */
export interface ConsoleAuthTokenRow {
  token_hash: string
  server_id: string
  /** For example `novnc`. */
  console_type: string
  host: string
  port: number
  /** The TLS port of a SPICE console; null for other consoles. */
  tls_port: number | null
  internal_access_path: string | null
  expires_at: string
  created_at: string
}
