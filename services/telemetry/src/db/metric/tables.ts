import type { ColumnType, Generated } from 'kysely'

export interface MetricTables {
  archive_policies: ArchivePolicyRow
  archive_policy_rules: ArchivePolicyRuleRow
  resource_types: ResourceTypeRow
  resources: ResourceRow
  resource_history: ResourceHistoryRow
  metrics: MetricRow
  waiting_measures: WaitingMeasuresRow
  series: SeriesRow
  aggregates: AggregateRow
  metric_processors: ProcessorRow
}

export interface ArchivePolicyRow {
  name: string
  back_window: number
  /** JSON: `Level[]`. */
  levels: string
  /** JSON: names. */
  methods: string
}

export interface ArchivePolicyRuleRow {
  name: string
  metric_pattern: string
  archive_policy_name: string
}

export interface ResourceTypeRow {
  name: string
  /** JSON: declarations by name. */
  attributes: string
}

export interface ResourceRow {
  id: string
  type: string
  original_resource_id: string
  created_by_user_id: string
  created_by_project_id: string
  user_id: string | null
  project_id: string | null
  /** Timestamps in the format of replies, which sorts by time. */
  started_at: string
  ended_at: string | null
  revision_start: string
  /** JSON: values of type `Kept`, by name. */
  attributes: string
}

export interface ResourceHistoryRow extends ResourceRow {
  revision: Generated<number>
  revision_end: string
}

/** A metric in status `delete` is invisible, until metricd removes it with its measures. */
export type MetricStatus = 'active' | 'delete'

export interface MetricRow {
  id: string
  created_by_user_id: string
  created_by_project_id: string
  name: string | null
  unit: string | null
  archive_policy_name: string
  resource_id: string | null
  status: Generated<MetricStatus>
}

/** Acknowledged measures that are not aggregated yet: those of one request for the metrics of one sack. */
export interface WaitingMeasuresRow {
  position: Generated<number>
  sack: number
  /** The number of measures. */
  count: number
  /** JSON: a list of pairs of metric id and `Point[]`. */
  entries: string
}

/** The raw points of a metric within its back window. */
export interface SeriesRow {
  metric_id: string
  /** JSON: `Point[]`. */
  points: string
}

export interface AggregateRow {
  metric_id: string
  /** Both in microseconds. */
  granularity: number
  start: ColumnType<number>
  /** JSON: values by method. */
  amounts: string
}

export interface ProcessorRow {
  name: string
  seen_at: string
}
