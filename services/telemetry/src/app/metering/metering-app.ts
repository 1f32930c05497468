import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { MeteringDb } from '../../db/metering/metering.ts'
import type { EventDefinitions } from '../../domain/metering/event-definitions.ts'
import type { Pipeline } from '../../domain/metering/pipeline.ts'
import type { ResourceDefinitions } from '../../domain/metering/resource-definitions.ts'

/** What the use cases of samples and events work with. */
export interface MeteringApp {
  readonly db: MeteringDb
  readonly clock: Clock
  readonly log: Log
  readonly pipeline: Pipeline
  /** Where samples go in the metrics service; undefined: as it is built in. */
  readonly resources?: ResourceDefinitions | undefined
  /** Which traits events have; undefined: all that is said in one word. */
  readonly definitions?: EventDefinitions | undefined
  /** Whether events of types that the definitions do not name are left out. */
  readonly dropsUndefined?: boolean
}

/** Most items of a list. */
export const mostItems = 1000
