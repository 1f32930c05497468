import type { MigrationSet } from '@nimbo/db/migrate'
import type { BoundFlow } from '@nimbo/durable/flow'
import type { Route } from '@nimbo/http/route'
import type { VolumeApp } from '../app/app.ts'
import type { FlowDeps } from '../flows/flow-deps.ts'
import type { Extension } from './extensions.ts'

/** A flow that takes the dependencies of its steps. */
interface BindableFlow {
  readonly with: (deps: FlowDeps) => BoundFlow
}

/** What the folder of one kind of resource contributes to the service. */
export interface Room {
  readonly routes: readonly Route<VolumeApp>[]
  readonly extensions: readonly Extension[]
  /** Flows for work that outlives the request. */
  readonly flows?: readonly BindableFlow[]
  /** Migrations of its tables; written by hand, and never changed once released. */
  readonly migrations?: MigrationSet
}
