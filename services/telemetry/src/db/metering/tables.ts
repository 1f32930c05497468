import type { Generated } from 'kysely'

export interface MeteringTables {
  events: EventRow
  samples: SampleRow
  uses: UseRow
  used_resources: UsedResourceRow
  published: PublishedRow
  counters: CounterRow
  traffic: TrafficRow
}

export interface EventRow {
  position: Generated<number>
  /** The id of the notification, by which duplicates are recognised. */
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

/** The use of a resource from one instant to another in a constant quantity. */
export interface UseRow {
  position: Generated<number>
  kind: string
  resource_id: string
  project_id: string | null
  detail: string
  quantity: number
  /** Both in milliseconds; no end while the use lasts. */
  begun_at: number
  ended_at: number | null
}

/** A resource of which any use was recorded. */
export interface UsedResourceRow {
  kind: string
  resource_id: string
  /** In milliseconds; null while its deletion was not received. */
  deleted_at: number | null
}

/** A publication that is still to be sent. */
export interface PublishedRow {
  position: Generated<number>
  /** JSON: `Publication`. */
  publication: string
}

/** The last value of a cumulative meter. */
export interface CounterRow {
  resource_id: string
  meter: string
  /** In milliseconds. */
  at: number
  value: number
}

/** The bytes transferred in one direction within an hour. */
export interface TrafficRow {
  resource_id: string
  project_id: string | null
  direction: string
  /** Its beginning, in milliseconds. */
  hour: number
  bytes: number
}
