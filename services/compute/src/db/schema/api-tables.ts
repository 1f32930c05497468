import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import type { CounterTables } from '../counter.ts'

/** Tables of the API database, with everything that does not belong to one cell. JSON is stored as text. */
export interface ApiTables extends FlowTables, CounterTables, OutboxTables {
  flavors: FlavorRow
  flavor_projects: { flavor_id: string; project_id: string }
  key_pairs: KeyPairRow
  cell_mappings: CellMappingRow
  host_mappings: { host: string; cell_id: string; created_at: string }
  instance_mappings: InstanceMappingRow
  mapping_markers: MappingMarkerRow
  request_specs: { server_id: string; spec: string; created_at: string }
  build_requests: BuildRequestRow
  instance_groups: InstanceGroupRow
  instance_group_members: InstanceGroupMemberRow
  aggregates: AggregateRow
  aggregate_hosts: { aggregate_id: number; host: string }
  quotas: { project_id: string; resource: string; hard_limit: number }
  project_user_quotas: { project_id: string; user_id: string; resource: string; hard_limit: number }
  quota_classes: { class_name: string; resource: string; hard_limit: number }
  scheduling_records: SchedulingRecordRow
}

export interface FlavorRow {
  id: string
  name: string
  vcpus: number
  memory_mb: number
  root_gb: number
  ephemeral_gb: number
  swap_mb: number
  rxtx_factor: number
  is_public: number
  disabled: number
  description: string | null
  extra_specs: string
  created_at: string
  updated_at: string | null
}

export interface KeyPairRow {
  user_id: string
  name: string
  /** Names are unique per user. */
  id: number
  type: 'ssh' | 'x509'
  fingerprint: string
  public_key: string
  created_at: string
}

export interface CellMappingRow {
  id: string
  name: string
  /** Name of the cell's database, as `ServiceHost.openDatabase` knows it. */
  database: string
  /** Name of the cell's message transport. */
  transport: string
  disabled: number
  created_at: string
}

export interface InstanceMappingRow {
  server_id: string
  /** Null until a cell is chosen. */
  cell_id: string | null
  project_id: string
  user_id: string
  queued_for_delete: number
  created_at: string
}

/** The progress of `map_instances` in a cell. */
export interface MappingMarkerRow {
  cell_id: string
  server_id: string
  server_created_at: string
  updated_at: string
}

export interface BuildRequestRow {
  server_id: string
  project_id: string
  user_id: string
  /** A `BuildRequest` as JSON. */
  request: string
  /** Copied from the flavor, so that SQL can sum usage. */
  vcpus: number
  memory_mb: number
  /** When the user deleted the server before it had a cell. */
  delete_requested_at: string | null
  /** Whether the user changed the request since it was made or last written to the cell; 0 or 1. */
  changed: number
  created_at: string
}

export interface InstanceGroupMemberRow {
  group_id: string
  server_id: string
  position: number
  /** The host that the scheduler last reserved for the member. */
  host: string | null
}

export interface InstanceGroupRow {
  id: string
  name: string
  project_id: string
  user_id: string
  policy: string
  /** JSON object: `{ max_server_per_host }`. */
  rules: string
  metadata: string
  created_at: string
}

export interface AggregateRow {
  id: number
  uuid: string
  name: string
  /** JSON object; `availability_zone` puts the aggregate's hosts into that zone. */
  metadata: string
  created_at: string
  updated_at: string | null
}

/** Explanations of scheduling decisions, shown by `GET /servers/{id}/nimbo-scheduling`. */
export interface SchedulingRecordRow {
  id: string
  server_id: string
  /** JSON: see `domain/scheduling/explanations/decision.ts`. */
  decision: string
  created_at: string
}
