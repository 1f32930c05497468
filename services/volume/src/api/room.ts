import type { MigrationSet } from '@nimbo/db/migrate'
import type { Route } from '@nimbo/http/route'
import type { VolumeApp } from '../app/app.ts'
import type { Extension } from './extensions.ts'

/** What one kind of resource brings to the service: all that the rest of it has to know. */
export interface Room {
  readonly routes: readonly Route<VolumeApp>[]
  readonly extensions: readonly Extension[]
  /** Its tables, as they came to be; written by hand, and never changed once they are released. */
  readonly migrations?: MigrationSet
}
