import type { Route } from '@nimbo/http/route'
import type { VolumeApp } from '../app/app.ts'
import { attachments } from './attachments.ts'
import { showVersion } from './versions.ts'
import { volumes } from './volumes.ts'

/** Every operation of version 3. */
export const routes: readonly Route<VolumeApp>[] = [
  showVersion as Route<VolumeApp>,
  ...volumes,
  ...attachments,
]

/** First segments of all paths; a first segment that is none of them is a project's id. */
export const resources: ReadonlySet<string> = new Set(routes.map(({ path }) => path.split('/')[1] ?? ''))
