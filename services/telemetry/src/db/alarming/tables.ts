import type { Generated } from 'kysely'

export interface AlarmTables {
  alarms: AlarmRow
  alarm_changes: ChangeRow
  alarm_quotas: QuotaRow
  alarm_actions: ActionRow
}

export interface AlarmRow {
  id: string
  type: string
  name: string
  description: string
  enabled: number
  user_id: string | null
  project_id: string | null
  state: string
  state_reason: string
  severity: string
  timestamp: string
  state_timestamp: string
  /** When it was last evaluated; the evaluator whose update of this column succeeds evaluates the alarm. */
  evaluate_timestamp: string
  repeat_actions: number
  /** JSON: `Actions`. */
  actions: string
  /** JSON: `TimeConstraint[]`. */
  time_constraints: string
  /** JSON: `Rule`. */
  rule: string
  /** JSON: the number of evaluations by resulting state. */
  counts: string
}

export interface ChangeRow {
  position: Generated<number>
  event_id: string
  alarm_id: string
  type: string
  /** JSON. */
  detail: string
  user_id: string | null
  project_id: string | null
  on_behalf_of: string | null
  severity: string | null
  timestamp: string
}

export interface QuotaRow {
  project_id: string
  most: number
}

/** An action to be carried out. */
export interface ActionRow {
  position: Generated<number>
  alarm_id: string
  url: string
  /** JSON: the body of the request. */
  body: string
  tries: number
  due_at: string
}
