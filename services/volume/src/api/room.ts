import type { MigrationSet } from '@nimbo/db/migrate'
import type { BoundFlow } from '@nimbo/durable/flow'
import type { Route } from '@nimbo/http/route'
import type { VolumeApp } from '../app/app.ts'
import type { FlowDeps } from '../flows/flow-deps.ts'
import type { Extension } from './extensions.ts'

/** A flow that is given what its steps work with. */
interface BindableFlow {
  readonly with: (deps: FlowDeps) => BoundFlow
}

/** What one kind of resource brings to the service: all that the rest of it has to know. */
export interface Room {
  readonly routes: readonly Route<VolumeApp>[]
  readonly extensions: readonly Extension[]
  /** Work on it that outlives the request. */
  readonly flows?: readonly BindableFlow[]
  /** Its tables, as they came to be; written by hand, and never changed once they are released. */
  readonly migrations?: MigrationSet
}
