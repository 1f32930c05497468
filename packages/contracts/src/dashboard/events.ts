import { view } from '@nimbo/operation/content'
import { type Static, Type } from 'typebox'

/** What the page is told of a change: enough to ask again for what changed, and nothing that it may not see. */
export const CloudEvent = view({
  /** `server`, `volume`, `image`, `network`, `port`, … */
  kind: Type.String(),
  id: Type.String(),
  /** Null of what belongs to no project, which only admins are told of. */
  project_id: Type.Union([Type.String(), Type.Null()]),
  event_type: Type.String(),
  at: Type.String(),
})
export type CloudEvent = Static<typeof CloudEvent>
