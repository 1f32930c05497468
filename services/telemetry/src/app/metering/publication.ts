import type { JsonObject } from '@nimbo/kernel/json'

export interface PublishedMeasure {
  readonly meter: string
  readonly unit: string
  readonly value: number
  /** The archive policy of a metric that is created for it (default: that of the meter). */
  readonly archive_policy?: string
}

/** What is to be published: measures and ends of resources to the metrics service, events to the alarm listener. */
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
  /** For the alarm listener. */
  | { readonly kind: 'events'; readonly events: readonly JsonObject[] }
