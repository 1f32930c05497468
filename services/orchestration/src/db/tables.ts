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
  /** `name` while the stack lives and lies within no other: unique with its project. */
  living_name: string | null
  project_id: string
  user_id: string
  user_name: string
  /** The stack that it lies within, and the resource there that it stands for. */
  parent_id: string | null
  parent_resource: string | null
  /** The outermost stack it lies within; itself for one that lies within none. */
  root_id: string
  depth: number
  action: StackAction
  status: Status
  status_reason: string
  /** Changes with whatever is newly asked of the stack: work of an older one gives way. */
  traversal: string
  /** The flow that works on it: another begins when it has let go. */
  holder: string | null
  template_id: string
  /** What a rollback goes back to; null for a stack that was never complete. */
  previous_template_id: string | null
  /** Whether rollback is due when what is going on fails. */
  disable_rollback: number
  timeout_mins: number | null
  /** Further wishes of what is going on: see `TraversalWish`. */
  wish: string
  tags: string
  trust_id: string | null
  trustor_id: string | null
  /** Position of the last of its events that its sinks were told of. */
  events_told: Generated<number>
  /** Project of the users that the stack made for itself. */
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
  /** Properties as they were last given to the type, functions resolved. */
  properties: string
  metadata: string
  /** What the type keeps of its own. */
  data: string
  /** The section of the template that it was last made or changed by. */
  definition: string
  requires: string
  template_id: string
  /** The resource whose place it takes, until that is gone. */
  replaces: string | null
  replaced_by: string | null
  /** The traversal that works on it now. */
  traversal: string
  /** Whether what is in progress has been asked of the type, so that it is only waited for: 0 or 1. */
  asked: number
  /** How often it was made anew after a failure. */
  attempts: number
  started_at: string
  created_at: string
  updated_at: string | null
}

export interface EventRow {
  /** Grows with each event: their order. */
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

/** An engine that lives, or did. */
export interface EngineRow {
  id: string
  hostname: string
  host: string
  started_at: string
  seen_at: string
}
