import type { JsonObject } from '@nimbo/kernel/json'

export interface PublishedMeasure {
  readonly meter: string
  readonly unit: string
  readonly value: number
  /** Of a metric that is made for it; that of the meter unless given. */
  readonly archive_policy?: string
}

/** What the metrics service is to be told. */
export type Publication =
  | {
      readonly kind: 'measures'
      readonly resource: {
        readonly type: string
        readonly id: string
        readonly project_id: string | null
        readonly user_id: string | null
        readonly attributes: Readonly<Record<string, unknown>>
      }
      readonly measures: readonly PublishedMeasure[]
      readonly timestamp: string
    }
  | { readonly kind: 'ended'; readonly type: string; readonly id: string; readonly at: string }
  /** Those who raise alarms at events hear of them. */
  | { readonly kind: 'events'; readonly events: readonly JsonObject[] }
