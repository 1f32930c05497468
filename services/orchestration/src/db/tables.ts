import type { FlowTables } from '@nimbo/durable/flow-tables'
import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import type { Generated } from 'kysely'

export type StackAction =
  | 'CREATE'
  | 'DELETE'
  | 'UPDATE'
  | 'ROLLBACK'
  | 'SUSPEND'
  | 'RESUME'
  | 'ADOPT'
  | 'SNAPSHOT'
  | 'CHECK'
  | 'RESTORE'

export type ResourceAction = Exclude<StackAction, 'RESTORE'> | 'INIT'

export type Status = 'IN_PROGRESS' | 'FAILED' | 'COMPLETE'

/** The tables of the service. Instants are ISO 8601 text, structures JSON text. */
export interface HeatTables extends FlowTables, OutboxTables {
  stacks: StackRow
  templates: TemplateRow
  resources: ResourceRow
  events: EventRow
  snapshots: SnapshotRow
  software_configs: SoftwareConfigRow
  software_deployments: SoftwareDeploymentRow
  engines: EngineRow
}

export interface StackRow {
  id: string
  name: string
  /** `name` of an existing root stack, otherwise null; unique per project. */
  living_name: string | null
  project_id: string
  user_id: string
  user_name: string
  /** The parent of a nested stack, and the name of its resource there; that is null once the parent has kept the stack. */
  parent_id: string | null
  parent_resource: string | null
  /** The root of the tree of stacks; its own id for a root stack. */
  root_id: string
  depth: number
  action: StackAction
  status: Status
  status_reason: string
  /** Changes with each requested action; work of an older traversal stops. */
  traversal: string
  /** The flow that works on it; the next one begins when it is released. */
  holder: string | null
  template_id: string
  /** The template a rollback returns to; null until the stack was complete once. */
  previous_template_id: string | null
  /** Whether a failed action is not rolled back. */
  disable_rollback: number
  timeout_mins: number | null
  /** Options of the requested action: see `Wish`. */
  wish: string
  tags: string
  trust_id: string | null
  trustor_id: string | null
  /** Position of the last event that was sent to the event sinks. */
  events_told: Generated<number>
  /** The Keystone project of the stack's own users. */
  user_project_id: string | null
  created_at: string
  updated_at: string | null
  action_at: string
  deleted_at: string | null
}

export interface TemplateRow {
  id: string
  stack_id: string
  template: string
  environment: string
  files: string
  created_at: string
}

export interface ResourceRow {
  id: string
  stack_id: string
  name: string
  type: string
  physical_id: string | null
  action: ResourceAction
  status: Status
  status_reason: string
  /** The properties that the type got last, with functions resolved. */
  properties: string
  metadata: string
  /** What the type and the engine store with the resource. */
  data: string
  /** The resource's section of the template that it was last created or updated from. */
  definition: string
  requires: string
  template_id: string
  /** The resource that it replaces, until that is deleted. */
  replaces: string | null
  replaced_by: string | null
  /** The traversal that last processed it. */
  traversal: string
  /** Whether the action in progress was sent to the service and is now polled: 0 or 1. */
  asked: number
  /** How often it was created again after a failure. */
  attempts: number
  started_at: string
  created_at: string
  updated_at: string | null
}

export interface EventRow {
  /** Increases with each event; the order of events. */
  position: Generated<number>
  id: string
  stack_id: string
  root_id: string
  resource_name: string
  resource_type: string
  physical_id: string | null
  action: string
  status: string
  reason: string
  properties: string
  created_at: string
}

export interface SnapshotRow {
  id: string
  name: string | null
  stack_id: string
  project_id: string
  status: Status
  action: 'CREATE' | 'DELETE'
  status_reason: string
  data: string
  created_at: string
}

export interface SoftwareConfigRow {
  id: string
  project_id: string
  name: string
  group_name: string
  config: string
  inputs: string
  outputs: string
  options: string
  created_at: string
}

export interface SoftwareDeploymentRow {
  id: string
  project_id: string
  server_id: string
  config_id: string
  action: string
  status: string
  status_reason: string
  input_values: string
  output_values: string
  stack_user_project_id: string | null
  created_at: string
  updated_at: string | null
}

/** An engine process, running or stopped. */
export interface EngineRow {
  id: string
  hostname: string
  host: string
  started_at: string
  seen_at: string
}
