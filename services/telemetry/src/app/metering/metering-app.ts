import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { MeteringDb } from '../../db/metering/metering.ts'
import type { EventDefinitions } from '../../domain/metering/event-definitions.ts'
import type { Pipeline } from '../../domain/metering/pipeline.ts'
import type { ResourceDefinitions } from '../../domain/metering/resource-definitions.ts'

/** The dependencies of the use cases of samples and events. */
export interface MeteringApp {
  readonly db: MeteringDb
  readonly clock: Clock
  readonly log: Log
  readonly pipeline: Pipeline
  /** The operator's `gnocchi_resources.yaml`; undefined for the built-in mapping. */
  readonly resources?: ResourceDefinitions | undefined
  /** The operator's `event_definitions.yaml`; undefined: every scalar of the payload is a trait. */
  readonly definitions?: EventDefinitions | undefined
  /** Whether events without a definition are dropped. */
  readonly dropsUndefined?: boolean
}

/** The maximum number of items of a list. */
export const mostItems = 1000
