import type { Generated } from 'kysely'

export interface MeteringTables {
  events: EventRow
  samples: SampleRow
  uses: UseRow
  published: PublishedRow
  counters: CounterRow
  traffic: TrafficRow
}

export interface EventRow {
  position: Generated<number>
  /** Of the notification: one that comes twice is known by it. */
  message_id: string
  event_type: string
  generated: string
  project_id: string | null
  user_id: string | null
  resource_id: string | null
  /** JSON: text and numbers by name. */
  traits: string
}

export interface SampleRow {
  position: Generated<number>
  id: string
  meter: string
  type: string
  unit: string
  volume: number
  user_id: string | null
  project_id: string | null
  resource_id: string
  timestamp: string
  recorded_at: string
  source: string
  /** JSON. */
  metadata: string
}

/** What was used from an instant to another, in one measure. */
export interface UseRow {
  position: Generated<number>
  kind: string
  resource_id: string
  project_id: string | null
  detail: string
  quantity: number
  /** Both in milliseconds; no end: until now. */
  begun_at: number
  ended_at: number | null
}

/** What others are still to be told. */
export interface PublishedRow {
  position: Generated<number>
  /** JSON: `Publication`. */
  publication: string
}

/** Where what counts up was at the last look. */
export interface CounterRow {
  resource_id: string
  meter: string
  /** In milliseconds. */
  at: number
  value: number
}

/** What went one way through something within an hour. */
export interface TrafficRow {
  resource_id: string
  project_id: string | null
  direction: string
  /** When it begins, in milliseconds. */
  hour: number
  bytes: number
}
