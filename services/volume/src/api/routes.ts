import type { Route } from '@nimbo/http/route'
import type { VolumeApp } from '../app/app.ts'
import { attachments } from './attachments.ts'
import { quotaSets } from './quota-sets.ts'
import { services } from './services.ts'
import { snapshots } from './snapshots.ts'
import { typeExtraSpecs } from './type-extra-specs.ts'
import { versionOfApi } from './versions.ts'
import { volumeActions } from './volume-actions.ts'
import { volumeAttachActions } from './volume-attach-actions.ts'
import { volumeMetadata } from './volume-metadata.ts'
import { volumeTypes } from './volume-types.ts'
import { volumes } from './volumes.ts'

/** Every operation of version 3. */
export const routes: readonly Route<VolumeApp>[] = [
  versionOfApi,
  ...volumes,
  ...volumeMetadata,
  ...volumeActions,
  ...volumeAttachActions,
  ...attachments,
  ...snapshots,
  ...volumeTypes,
  ...typeExtraSpecs,
  ...quotaSets,
  ...services,
]

/** First segments of all paths; a first segment that is none of them is a project's id. */
export const resources: ReadonlySet<string> = new Set(
  routes.map(({ operation }) => operation.path.split('/')[1] ?? ''),
)

export const operations = routes.map(({ operation }) => operation)
